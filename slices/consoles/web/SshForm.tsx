import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../web/client.ts';
import { SshFields } from '../../../web/ssh/SshFields.tsx';
import { type SshSignIn, useSshSignIn } from '../../../web/ssh/useSshSignIn.ts';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { formatMoment } from '../../../web/ui/values.tsx';
import { RecordedNote, type Seat } from './parts/ConsoleFrame.tsx';
import { text } from './text.ts';

interface SshFormProps {
  seat: Seat;
  problem: string | null;
  /** What was given before; never a password or a key. */
  before: { user: string; port: number } | null;
  onSubmit(given: SshSignIn, port: number): void;
}

/** Who signs in, and how. Nothing of it is remembered but the name. */
export function SshForm({ seat, problem, before, onSubmit }: SshFormProps) {
  const { server, connect } = seat;
  const offered = connect.kinds.find(({ kind }) => kind === 'ssh');
  const form = useSshSignIn({
    user: before?.user ?? server.loginUser ?? 'root',
    port: before?.port ?? offered?.port ?? 22,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const ready = form.read();
    if (ready) onSubmit(ready.given, ready.port);
  };
  return (
    <form className="console-form" onSubmit={submit} autoComplete="off" noValidate>
      {offered && offered.recorded !== 'none' && (
        <RecordedNote recorded={offered.recorded} keepDays={connect.keepDays} />
      )}
      {problem && (
        <div className="notice notice-problem" role="alert">
          {problem}
        </div>
      )}
      <SshFields form={form} hints={{ password: text('passwordHint'), key: text('keyHint') }} />
      <div className="console-panel-row">
        <Button type="submit">{text('connect')}</Button>
      </div>
      <KnownKey seat={seat} port={form.port} />
    </form>
  );
}

function KnownKey({ seat: { server, connect }, port }: { seat: Seat; port: number | null }) {
  const run = useRun();
  const [isAsking, setAsking] = useState(false);
  const known = connect.hostKeys.find((key) => key.port === port);
  if (!known) return null;
  const forget = () =>
    run(
      text('keyForgotten'),
      () => call('forgetHostKey', { params: { serverId: server.id, port: String(known.port) } }),
      ['getConnect'],
    );
  return (
    <div className="console-key soft">
      <span>
        {text('hostKeyKnown', { fingerprint: known.fingerprint, since: formatMoment(known.since) })}
      </span>
      <Button size="compact-xs" variant="subtle" onClick={() => setAsking(true)}>
        {text('forgetKey')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={text('forgetKeyTitle')}
          confirmLabel={text('forgetKey')}
          onConfirm={async () => {
            await forget();
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        >
          {text('forgetKeyText')}
        </ConfirmDialog>
      )}
    </div>
  );
}
