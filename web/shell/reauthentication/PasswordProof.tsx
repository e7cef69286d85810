import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { text } from '../gates/gatesText.ts';
import { stopsEscape } from './stopsEscape.ts';
import { useReauthentication } from './useReauthentication.ts';

/** Authenticates with the password, if the account has no stronger method. */
export function PasswordProof({ onDone }: { onDone(): void }) {
  const [password, setPassword] = useState('');
  const { isBusy, isBarred, problem, prove } = useReauthentication();
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isBarred && !(await prove({ way: 'password', password }, onDone))) field.current?.select();
  };
  return (
    <form className="proof-form" onSubmit={(event) => void submit(event)}>
      <TextInput
        ref={field}
        data-autofocus
        autoFocus
        type="password"
        label={text('password')}
        dir="ltr"
        autoComplete="current-password"
        value={password}
        error={problem}
        onChange={(event) => setPassword(event.currentTarget.value)}
        {...stopsEscape}
      />
      <Button
        type="submit"
        fullWidth
        loading={isBusy}
        disabled={isBarred || password === ''}
        {...stopsEscape}
      >
        {text('confirm')}
      </Button>
    </form>
  );
}
