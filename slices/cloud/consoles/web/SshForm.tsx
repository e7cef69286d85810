import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { SshFields } from '../../../../web/ssh/SshFields.tsx';
import { type SshSignIn, useSshSignIn } from '../../../../web/ssh/useSshSignIn.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Box, Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import { type ConsoleSession, RecordedNote } from './parts/ConsoleFrame.tsx';
import { text } from './text.ts';

interface SshFormProps {
  seat: ConsoleSession;
  problem: string | null;
  /** The previous values, without password or key. */
  before: { user: string; port: number } | null;
  onSubmit(given: SshSignIn, port: number): void;
}

/** The sign-in form. Only the username is remembered. */
export function SshForm({ seat, problem, before, onSubmit }: SshFormProps) {
  const { server, connect } = seat;
  const consoleKind = connect.kinds.find(({ kind }) => kind === 'ssh');
  const form = useSshSignIn({
    user: before?.user ?? server.loginUser ?? 'root',
    port: before?.port ?? consoleKind?.port ?? 22,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const ready = form.read();
    if (ready) onSubmit(ready.given, ready.port);
  };
  return (
    <Stack
      as="form"
      data-part="console-form"
      gap={14}
      maxWidth={560}
      hasTightText
      onSubmit={submit}
      autoComplete="off"
      noValidate
    >
      {consoleKind && consoleKind.recorded !== 'none' && (
        <RecordedNote recorded={consoleKind.recorded} keepDays={connect.keepDays} />
      )}
      {problem && (
        <div className="notice notice-problem" role="alert">
          {problem}
        </div>
      )}
      <SshFields form={form} hints={{ password: text('passwordHint'), key: text('keyHint') }} />
      <Row gap={8} align="end">
        <Button type="submit">{text('connect')}</Button>
      </Row>
      <KnownKey seat={seat} port={form.port} />
    </Stack>
  );
}

function KnownKey({
  seat: { server, connect },
  port,
}: {
  seat: ConsoleSession;
  port: number | null;
}) {
  const run = useRun();
  const [isConfirming, setConfirming] = useState(false);
  const hostKey = connect.hostKeys.find((key) => key.port === port);
  if (!hostKey) return null;
  const removeKey = () =>
    run(text('keyForgotten'), () =>
      call('forgetHostKey', { params: { serverId: server.id, port: String(hostKey.port) } }),
    );
  return (
    <Box wrap="anywhere" tone="soft">
      <span>
        {text('hostKeyKnown', {
          fingerprint: hostKey.fingerprint,
          since: formatMoment(hostKey.since),
        })}
      </span>
      <Button size="compact-xs" variant="subtle" onClick={() => setConfirming(true)}>
        {text('forgetKey')}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={text('forgetKeyTitle')}
          confirmLabel={text('forgetKey')}
          onConfirm={async () => {
            await removeKey();
            setConfirming(false);
          }}
          onClose={() => setConfirming(false)}
        >
          {text('forgetKeyText')}
        </ConfirmDialog>
      )}
    </Box>
  );
}
