import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Answer, call } from '../../client.ts';
import { toast } from '../../data/toasts.ts';
import { clockTime, useCountdown } from '../../public/parts/countdown.ts';
import { errorText } from '../../ui/feedback/errorText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { text } from './gatesText.ts';
import './gates.css';

const refetchMs = 5_000;

interface ActingBannerProps {
  email: string;
  acting: NonNullable<Answer<'user'>['acting']>;
}

/**
 * Shown on every screen while acting for another account: the account, the remaining time, and a
 * way to stop.
 */
export default function ActingBanner({ email, acting }: ActingBannerProps) {
  const seconds = useCountdown(Date.parse(acting.until)) ?? 0;
  const queryClient = useQueryClient();
  const [isStopping, setStopping] = useState(false);
  const isExpired = seconds <= 0;
  useEffect(() => {
    if (!isExpired) return;
    // The portal ends it by its own clock. The frame then returns to the user's own account.
    const refetch = () => void queryClient.invalidateQueries({ queryKey: ['user'] });
    refetch();
    const timer = setInterval(refetch, refetchMs);
    return () => clearInterval(timer);
  }, [isExpired, queryClient]);
  const stop = async () => {
    setStopping(true);
    try {
      await call('stopActing');
      location.assign('/users');
    } catch (error) {
      setStopping(false);
      toast('error', text('actingStop'), errorText(error));
    }
  };
  return (
    <section className="acting-banner" aria-label={text('actingBanner')}>
      <Icon name="users" size={17} />
      <span className="acting-words">
        <span>{text('acting', { email, by: acting.by })}</span>
        <strong>{text(acting.mayChange ? 'actingMayChange' : 'actingReadOnly')}</strong>
        <span role="timer">{text('actingEnds', { time: clockTime(seconds) })}</span>
      </span>
      <Button
        variant="white"
        color="dark"
        size="compact-sm"
        loading={isStopping}
        onClick={() => void stop()}
      >
        {text('actingStop')}
      </Button>
    </section>
  );
}
