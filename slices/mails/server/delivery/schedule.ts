import type { OutboxName } from './outbox.ts';

const minute = 60_000;
const hour = 60 * minute;

interface Schedule {
  /** ms to wait after each failure; the last one again and again. */
  pauses: readonly number[];
  /** Given up so long after the first try. */
  limitMs: number;
}

/** A mail is worth a day. What a text message says, a code, is void after some minutes. */
const schedules: Record<OutboxName, Schedule> = {
  mail_message: {
    pauses: [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour],
    limitMs: 24 * hour,
  },
  sms_message: { pauses: [10_000, minute, 5 * minute], limitMs: 10 * minute },
};

/** When a message that failed `attempts` times is tried next; null when it is given up. */
export function nextTry(
  outbox: OutboxName,
  attempts: number,
  queuedAt: Date,
  now: Date,
): Date | null {
  const { pauses, limitMs } = schedules[outbox];
  const pause = pauses[Math.min(Math.max(attempts, 1), pauses.length) - 1] as number;
  const next = now.getTime() + pause;
  return next <= queuedAt.getTime() + limitMs ? new Date(next) : null;
}
