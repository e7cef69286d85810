import { Button, FileButton, PasswordInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { type FormEvent, useState } from 'react';
import { call } from '../../../web/client.ts';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { formatMoment } from '../../../web/ui/values.tsx';
import { RecordedNote, type Seat } from './parts/ConsoleFrame.tsx';
import { portOf } from './parts/portField.ts';
import { text } from './text.ts';

export interface SshSignIn {
  user: string;
  password?: string;
  privateKey?: string;
  passphrase?: string;
}

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
  const [user, setUser] = useState(before?.user ?? server.loginUser ?? 'root');
  const [port, setPort] = useState(String(before?.port ?? offered?.port ?? 22));
  const [way, setWay] = useState<'password' | 'key'>('password');
  const [password, setPassword] = useState('');
  const [privateKey, setPrivateKey] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [isAsked, setAsked] = useState(false);
  const problems = {
    user: user.trim() === '' ? text('userNeeded') : null,
    port: portOf(port) === null ? text('portRange') : null,
    privateKey: way === 'key' && privateKey.trim() === '' ? text('keyNeeded') : null,
  };
  const shown = (field: keyof typeof problems) => (isAsked ? problems[field] : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (Object.values(problems).some((found) => found !== null)) return;
    const key = { privateKey, ...(passphrase === '' ? {} : { passphrase }) };
    onSubmit({ user: user.trim(), ...(way === 'password' ? { password } : key) }, portOf(port) ?? 22);
  };
  return (
    <form className="console-form" onSubmit={submit} autoComplete="off" noValidate>
      {offered && offered.recorded !== 'none' && <RecordedNote recorded={offered.recorded} keepDays={connect.keepDays} />}
      {problem && (
        <div className="notice notice-problem" role="alert">
          {problem}
        </div>
      )}
      <div className="console-fields">
        <TextInput
          label={text('user')}
          value={user}
          onChange={(event) => setUser(event.currentTarget.value)}
          error={shown('user')}
          dir="ltr"
          autoComplete="off"
        />
        <TextInput
          label={text('port')}
          value={port}
          onChange={(event) => setPort(event.currentTarget.value)}
          error={shown('port')}
          inputMode="numeric"
          dir="ltr"
        />
      </div>
      <SegmentedControl
        size="xs"
        aria-label={text('signInWith')}
        value={way}
        onChange={(next) => setWay(next === 'key' ? 'key' : 'password')}
        data={[
          { value: 'password', label: text('withPassword') },
          { value: 'key', label: text('withKey') },
        ]}
      />
      {way === 'password' ? (
        <PasswordInput
          label={text('password')}
          description={text('passwordHint')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          dir="ltr"
          autoComplete="off"
        />
      ) : (
        <>
          <Textarea
            label={text('privateKey')}
            description={text('keyHint')}
            rows={5}
            value={privateKey}
            onChange={(event) => setPrivateKey(event.currentTarget.value)}
            error={shown('privateKey')}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
          />
          <FileButton onChange={(file) => void file?.text().then(setPrivateKey)}>
            {(props) => (
              <Button size="xs" variant="default" className="console-file" {...props}>
                {text('keyFile')}
              </Button>
            )}
          </FileButton>
          <PasswordInput
            label={text('passphrase')}
            value={passphrase}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
            dir="ltr"
            autoComplete="off"
          />
        </>
      )}
      <div className="console-panel-row">
        <Button type="submit">{text('connect')}</Button>
      </div>
      <KnownKey seat={seat} port={portOf(port)} />
    </form>
  );
}

function KnownKey({ seat: { server, connect }, port }: { seat: Seat; port: number | null }) {
  const run = useRun();
  const [isAsking, setAsking] = useState(false);
  const known = connect.hostKeys.find((key) => key.port === port);
  if (!known) return null;
  const forget = () =>
    run(text('keyForgotten'), () => call('forgetHostKey', { params: { serverId: server.id, port: String(known.port) } }), ['readConnect']);
  return (
    <div className="console-key soft">
      <span>{text('hostKeyKnown', { fingerprint: known.fingerprint, since: formatMoment(known.since) })}</span>
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
