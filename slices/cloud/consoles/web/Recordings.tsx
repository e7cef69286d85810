import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, addressOf, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Box, Row } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatBytes, formatDuration, formatMoment } from '../../../../web/ui/values/values.tsx';
import styles from './console.module.css';
import type { Server } from './openSocket.ts';
import { text } from './text.ts';

type Page = Answer<'listRecordings'>;
export type Recording = Page['items'][number];
const size = '10';

/** Who used which console of the server, when, and for how long. Each recording can be replayed. */
export function Recordings({ server }: { server: Server }) {
  const first = useCall(
    'listRecordings',
    { params: { serverId: server.id }, query: { size } },
    { pollMs: 60_000 },
  );
  const [earlier, setEarlier] = useState<Page[]>([]);
  if (first.isError && !first.data)
    return <ErrorState error={first.error} onRetry={() => void first.refetch()} />;
  if (!first.data) return <Skeleton count={3} />;
  const last = earlier.at(-1) ?? first.data;
  const seen = new Set<string>();
  const items = [first.data, ...earlier]
    .flatMap((page) => page.items)
    .filter(({ id }) => !seen.has(id) && seen.add(id));
  const more = async () => {
    if (!last.nextDate) return;
    const query = { size, from: last.nextDate, skip: String(last.nextSkip) };
    const page = await call('listRecordings', { params: { serverId: server.id }, query });
    setEarlier((before) => [...before, page]);
  };
  return (
    <Section title={text('recordings')} isFlush>
      {items.length === 0 ? (
        <EmptyState icon="history" title={text('noRecordings')} />
      ) : (
        <Box as="ul" className={styles.consoleRecordings} data-part="console-recordings">
          {items.map((item) => (
            <Row
              as="li"
              hasLine
              align="center"
              justify="space-between"
              gap="6px 16px"
              p="11px 18px"
              key={item.id}
            >
              <RecordingLine recording={item} />
            </Row>
          ))}
        </Box>
      )}
      {last.next && (
        <div className="section-body">
          <Button variant="default" size="xs" onClick={() => void more()}>
            {text('earlier')}
          </Button>
        </div>
      )}
    </Section>
  );
}

function RecordingLine({ recording }: { recording: Recording }) {
  const { id, kind, state, startedAt, durationMs, bytes } = recording;
  return (
    <>
      <div>
        <strong>{text(kind)}</strong>{' '}
        {state === 'running' && <Badge tone="busy">{text('running')}</Badge>}
        {state === 'cut' && <Badge tone="warning">{text('cut')}</Badge>}
        <div className="soft">
          <time dateTime={startedAt}>{formatMoment(startedAt)}</time>
          {durationMs !== null && ` · ${formatDuration(durationMs / 1000)}`}
          {bytes !== null && ` · ${formatBytes(bytes)}`}
        </div>
        <small className="soft">
          <RecordedUser recording={recording} />
        </small>
      </div>
      {state !== 'running' && (
        <Row gap={8} align="end">
          <Link className={styles.consoleLink} to={`/recordings/${id}`}>
            {text('replay')}
          </Link>
          <ExportLink id={id} />
        </Row>
      )}
    </>
  );
}

export function RecordedUser({ recording: { by, operator, ip } }: { recording: Recording }) {
  return (
    <>
      <bdi>{operator ? text('onBehalf', { operator, name: by }) : text('by', { name: by })}</bdi>{' '}
      {ip && <bdi>{text('from', { ip })}</bdi>}
    </>
  );
}

export function ExportLink({ id }: { id: string }) {
  return (
    <a
      className={styles.consoleLink}
      href={addressOf('getRecordingContent', {
        params: { recordingId: id },
        query: { download: 'true' },
      })}
      download
    >
      {text('export')}
    </a>
  );
}
