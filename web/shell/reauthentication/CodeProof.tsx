import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { text } from '../gates/gatesText.ts';
import { stopsEscape } from './stopsEscape.ts';
import { type ReauthenticationRequest, useReauthentication } from './useReauthentication.ts';

const digits = 6;

interface CodeProofProps {
  label: string;
  proofOf(code: string): ReauthenticationRequest;
  onDone(): void;
}

/** Authenticates with a six-digit code, which is submitted after the last digit. */
export function CodeProof({ label, proofOf, onDone }: CodeProofProps) {
  const [code, setCode] = useState('');
  const { isBusy, isBarred, problem, prove } = useReauthentication();
  const field = useRef<HTMLInputElement>(null);
  const submitCode = async (code: string) => {
    if (isBusy || isBarred || code === '') return;
    if (!(await prove(proofOf(code), onDone))) field.current?.select();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void submitCode(code);
  };
  return (
    <form className="proof-form" onSubmit={submit}>
      <TextInput
        ref={field}
        data-autofocus
        autoFocus
        label={label}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        error={problem}
        onChange={(event) => {
          const digitsTyped = event.currentTarget.value.replace(/\D/g, '').slice(0, digits);
          setCode(digitsTyped);
          if (digitsTyped.length === digits) void submitCode(digitsTyped);
        }}
        {...stopsEscape}
      />
      <Button type="submit" fullWidth loading={isBusy} disabled={isBarred} {...stopsEscape}>
        {text('confirm')}
      </Button>
    </form>
  );
}
