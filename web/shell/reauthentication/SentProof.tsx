import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../client.ts';
import { clockTime, nowMs, useCountdown } from '../../public/parts/countdown.ts';
import { text } from '../gates/gatesText.ts';
import { CodeProof } from './CodeProof.tsx';
import { stopsEscape } from './stopsEscape.ts';
import { useReauthentication } from './useReauthentication.ts';

interface SentProofProps {
  way: 'email' | 'sms';
  phones: Answer<'proofWays'>['phones'];
  onDone(): void;
}

/** Authenticates with a code by email or text message. */
export function SentProof({ way, phones, onDone }: SentProofProps) {
  const [phone, setPhone] = useState(phones[0]?.id ?? '');
  const [sent, setSent] = useState<{ proofToken: string; resendAt: number } | null>(null);
  const secondsLeft = useCountdown(sent?.resendAt ?? null) ?? 0;
  const { isBusy, isBarred, problem, run } = useReauthentication();
  const send = () =>
    run(async () => {
      const answer = await call('sendProof', {
        body: { way, ...(way === 'sms' ? { phone } : {}) },
      });
      setSent({
        proofToken: answer.proofToken,
        resendAt: nowMs() + answer.secondsUntilResend * 1000,
      });
    });
  return (
    <>
      {way === 'sms' && phones.length > 1 && (
        <NativeSelect
          label={text('phone')}
          data={phones.map(({ id, phone: maskedPhone }) => ({ value: id, label: maskedPhone }))}
          value={phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
          {...stopsEscape}
        />
      )}
      {sent && (
        <CodeProof
          key={sent.proofToken}
          label={text('codeSent')}
          proofOf={(code) => ({ way, code, proofToken: sent.proofToken })}
          onDone={onDone}
        />
      )}
      {problem && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      {secondsLeft > 0 ? (
        <p className="soft proof-again" role="timer">
          {text('sendAgainIn', { time: clockTime(secondsLeft) })}
        </p>
      ) : (
        <Button
          data-autofocus
          fullWidth
          variant={sent ? 'default' : 'filled'}
          loading={isBusy}
          disabled={isBarred}
          onClick={() => void send()}
          {...stopsEscape}
        >
          {text(sent ? 'sendAgain' : 'send')}
        </Button>
      )}
    </>
  );
}
