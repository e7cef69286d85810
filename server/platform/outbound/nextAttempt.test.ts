import { describe, expect, it } from 'vitest';
import { nextAttempt, retryAfterMs } from './nextAttempt.ts';

const since = new Date('2026-11-26T10:00:00Z');
const policy = { pausesMs: [60_000, 300_000], limitMs: 3_600_000 };
const after = (next: Date | null, now: Date) =>
  next === null ? null : next.getTime() - now.getTime();

describe('a failed attempt', () => {
  it('is repeated after growing pauses, up to a tenth shorter', () => {
    for (const [attempts, pause] of [
      [1, 60_000],
      [2, 300_000],
      [3, 300_000],
    ] as const) {
      const wait = after(nextAttempt(policy, { attempts, since, now: since }), since) ?? 0;
      expect(wait).toBeGreaterThanOrEqual(pause * 0.9);
      expect(wait).toBeLessThanOrEqual(pause);
    }
  });

  it('is given up when the next attempt would be past the limit', () => {
    const late = new Date(since.getTime() + 3_500_000);
    expect(nextAttempt(policy, { attempts: 5, since, now: late })).toBeNull();
  });

  it('waits as long as the service asks', () => {
    const next = nextAttempt(policy, { attempts: 1, since, now: since, retryAfterMs: 120_000 });
    expect(after(next, since)).toBeGreaterThanOrEqual(120_000);
    const beyond = { attempts: 1, since, now: since, retryAfterMs: 7_200_000 };
    expect(nextAttempt(policy, beyond)).toBeNull();
  });
});

it('a Retry-After header is a number of seconds or a date', () => {
  expect(retryAfterMs('120', since)).toBe(120_000);
  expect(retryAfterMs('Thu, 26 Nov 2026 10:05:00 GMT', since)).toBe(300_000);
  expect(retryAfterMs('Thu, 26 Nov 2026 09:00:00 GMT', since)).toBe(0);
  expect(retryAfterMs('soon', since)).toBeUndefined();
  expect(retryAfterMs(null, since)).toBeUndefined();
});
