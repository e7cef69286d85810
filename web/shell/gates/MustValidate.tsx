import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallError, call } from '../../client.ts';
import { code } from '../../codes.ts';
import { clockTime, nowMs, useCountdown } from '../../public/parts/countdown.ts';
import { parseSeconds } from '../../public/parts/problems.ts';
import { errorText } from '../../ui/feedback/errorText.ts';
import { Wordmark } from '../../ui/page/Wordmark.tsx';
import { text } from './gatesText.ts';
import './gates.css';

type SendOutcome = 'sent' | { problem: string } | null;

/**
 * Replaces the console until the address is verified. Continues automatically when that happens in
 * another tab.
 */
export default function MustValidate({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<SendOutcome>(null);
  const [resendAt, setResendAt] = useState<number | null>(null);
  const secondsLeft = useCountdown(resendAt) ?? 0;
  useEffect(() => {
    const refetch = () => {
      if (document.visibilityState === 'visible')
        void queryClient.invalidateQueries({ queryKey: ['user'] });
    };
    addEventListener('focus', refetch);
    document.addEventListener('visibilitychange', refetch);
    return () => {
      removeEventListener('focus', refetch);
      document.removeEventListener('visibilitychange', refetch);
      // Reads that were rejected until now are repeated.
      void queryClient.invalidateQueries();
    };
  }, [queryClient]);

  const resend = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      await call('revalidateEmail');
      setOutcome('sent');
    } catch (error) {
      const seconds =
        error instanceof CallError && error.code === code.resendTooSoon
          ? parseSeconds(error.message)
          : null;
      if (seconds === null) setOutcome({ problem: errorText(error) });
      else setResendAt(nowMs() + seconds * 1000);
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className="gate">
      <section className="gate-card" aria-labelledby="gate-title">
        <Wordmark height={32} />
        <h1 id="gate-title">{text('validateTitle')}</h1>
        <p>{text('validateText', { email })}</p>
        <p className="soft">{text('validateHint')}</p>
        <p
          role={outcome === null || outcome === 'sent' ? 'status' : 'alert'}
          className={outcome === null || outcome === 'sent' ? 'soft' : 'form-problem'}
        >
          {outcome === 'sent' ? text('validateSent') : outcome?.problem}
        </p>
        {secondsLeft > 0 && (
          <p className="soft" role="timer">
            {text('validateResendIn', { time: clockTime(secondsLeft) })}
          </p>
        )}
        <div className="gate-actions">
          <Button loading={isBusy} disabled={secondsLeft > 0} onClick={() => void resend()}>
            {text('validateResend')}
          </Button>
          <Button variant="default" onClick={() => location.assign('/logout')}>
            {text('signOut')}
          </Button>
        </div>
      </section>
    </main>
  );
}
