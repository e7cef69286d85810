import { nextAttempt, type RetryPolicy } from '../../../../server/platform/outbound/nextAttempt.ts';
import type { OutboxName } from './outbox.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Emails are retried for a day. Text messages contain codes, which expire after some minutes. */
const policies: Record<OutboxName, RetryPolicy> = {
  mail_message: {
    pausesMs: [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour],
    limitMs: 24 * hour,
  },
  sms_message: { pausesMs: [10_000, minute, 5 * minute], limitMs: 10 * minute },
};

/** When a message that failed `attempts` times is tried next; null when it is given up. */
export const nextTry = (
  outbox: OutboxName,
  attempts: number,
  since: Date,
  now: Date,
): Date | null => nextAttempt(policies[outbox], { attempts, since, now });
