import {
  Button,
  FileButton,
  PasswordInput,
  SegmentedControl,
  Textarea,
  TextInput,
} from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import './ssh.css';
import { text } from './text.ts';
import type { SshForm } from './useSshSignIn.ts';

interface SshFieldsProps {
  form: SshForm;
  /** How passwords and keys are handled, as text. */
  hints: { password: string; key: string };
  /** The portal's error for a field. */
  refusedAt?(field: string): string | undefined;
}

/** Fields for the SSH user, port and credentials. */
export function SshFields({
  form: { typed, change, problemAt },
  hints,
  refusedAt,
}: SshFieldsProps) {
  const problemOf = (field: string) => problemAt(field) ?? refusedAt?.(field) ?? null;
  return (
    <div className="ssh-fields">
      <div className="ssh-who">
        <TextInput
          label={text('user')}
          value={typed.user}
          onChange={(event) => change({ user: event.currentTarget.value })}
          error={problemOf('user')}
          dir="ltr"
          autoComplete="off"
        />
        <TextInput
          label={text('port')}
          value={typed.port}
          onChange={(event) => change({ port: event.currentTarget.value })}
          error={problemOf('port')}
          inputMode="numeric"
          dir="ltr"
        />
      </div>
      <SegmentedControl
        size="xs"
        aria-label={text('signInWith')}
        value={typed.way}
        onChange={(next) => change({ way: next === 'key' ? 'key' : 'password' })}
        data={[
          { value: 'password', label: text('withPassword') },
          { value: 'key', label: text('withKey') },
        ]}
      />
      {typed.way === 'password' ? (
        <PasswordInput
          label={text('password')}
          description={hints.password}
          value={typed.password}
          onChange={(event) => change({ password: event.currentTarget.value })}
          error={problemOf('password')}
          dir="ltr"
          autoComplete="off"
        />
      ) : (
        <>
          <Textarea
            label={text('privateKey')}
            description={hints.key}
            rows={5}
            value={typed.privateKey}
            onChange={(event) => change({ privateKey: event.currentTarget.value })}
            error={problemOf('privateKey')}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
          />
          <FileButton
            onChange={(file) => void file?.text().then((privateKey) => change({ privateKey }))}
          >
            {(props) => (
              <Button size="xs" variant="default" className="ssh-file" {...props}>
                {text('keyFile')}
              </Button>
            )}
          </FileButton>
          <PasswordInput
            label={text('passphrase')}
            value={typed.passphrase}
            onChange={(event) => change({ passphrase: event.currentTarget.value })}
            error={problemOf('passphrase')}
            dir="ltr"
            autoComplete="off"
          />
        </>
      )}
    </div>
  );
}
