import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { call } from '../../../../web/client.ts';
import { code } from '../../../../web/codes.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Link } from '../../../../web/ui/Link.tsx';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { formatDuration } from '../../../../web/ui/values/values.tsx';
import type { Draft } from './RunForm.tsx';
import type { Servicelet } from './ServiceletTab.tsx';
import styles from './servicelets.module.css';
import { text } from './text.ts';

/**
 * Polling interval that the specification requires for servicelet logs, in ms. New output is also
 * announced by events immediately.
 */
const logMs = 60_000;

/** A script's output, updated while it runs. */
export function Output({
  serverId,
  item,
  onAgain,
}: {
  serverId: string;
  item: Servicelet;
  onAgain(draft: Draft): void;
}) {
  const detail = useCall(
    'getServicelet',
    { params: { serverId, serviceletId: item.id } },
    { pollMs: logMs, keepsPrevious: true },
  );
  const end = useRef<HTMLPreElement>(null);
  const output = detail.data?.output ?? '';
  const run = useRun();
  useLayoutEffect(() => {
    if (output && end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [output]);
  if (!detail.data) return <Skeleton count={3} />;
  const {
    exitCode,
    problem,
    startedAt,
    endedAt,
    script,
    isTruncated,
    actions,
    kind,
    by,
    problemCode,
  } = detail.data;
  const seconds =
    startedAt && endedAt
      ? Math.max(0, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000))
      : null;
  const cancel = () =>
    run(text('cancelled'), () =>
      call('cancelServicelet', { params: { serverId, serviceletId: item.id } }),
    );
  return (
    <Stack className={styles.serviceletOutput} gap={12} p="4px 16px 16px">
      <Text className={styles.serviceletFacts}>
        {exitCode !== null && <span>{text('exit', { code: exitCode })}</span>}
        {seconds !== null && <span>{text('took', { time: formatDuration(seconds) })}</span>}
        {problem && <span className="form-problem">{problem}</span>}
      </Text>
      {isTruncated && <Text tone="soft">{text('truncated')}</Text>}
      {output === '' ? (
        <Text tone="soft">{text('noOutput')}</Text>
      ) : (
        // The scrollable area must be reachable with the keyboard
        <Text
          as="pre"
          isMono
          size="0.8125rem"
          maxHeight={380}
          p="10px 12px"
          scroll="both"
          wrap="anywhere"
          isShaded
          isFramed
          ref={end}
          dir="ltr"
          role="log"
          aria-label={text('output')}
          tabIndex={0}
        >
          {output}
        </Text>
      )}
      <details>
        <summary>{text('script')}</summary>
        {/* The scrollable area must be reachable with the keyboard */}
        <Text
          as="pre"
          isMono
          size="0.8125rem"
          maxHeight={380}
          p="10px 12px"
          scroll="both"
          wrap="anywhere"
          isShaded
          isFramed
          dir="ltr"
          tabIndex={0}
        >
          {script}
        </Text>
      </details>
      <Row className={styles.serviceletTools} align="end" gap="10px 12px">
        {actions.cancel === null && (
          <Button size="xs" variant="default" onClick={() => void cancel()}>
            {text('cancel')}
          </Button>
        )}
        {kind === 'command' && problemCode === code.guestAgentSilent && (
          <Button size="xs" onClick={() => onAgain({ script, isBySsh: true })}>
            {text('againBySsh')}
          </Button>
        )}
        {problemCode === code.sshHostKeyChanged && (
          <Button size="xs" variant="default" component={Link} to={`/console/${serverId}?kind=ssh`}>
            {text('toHostKey')}
          </Button>
        )}
        {kind === 'command' && (
          <Button
            size="xs"
            variant="default"
            onClick={() => onAgain({ script, isBySsh: by === 'ssh' })}
          >
            {text('again')}
          </Button>
        )}
        {output !== '' && <CopyButton value={output} label={text('output')} />}
      </Row>
    </Stack>
  );
}
