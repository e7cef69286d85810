import fc from 'fast-check';
import { expect, it } from 'vitest';
import { failureKindOfStatus } from './outboundFailure.ts';
import { breakerOpenMs, defaultBreaker, nextTryAt, parseRetryAfter } from './retryPolicy.ts';

const now = new Date('2026-03-01T10:00:00.000Z');
const policy = { pausesMs: [1_000, 10_000], limitMs: 3_600_000 };
const pauseOf = (attempts: number, random: number, retryAfterMs: number | null = null) => {
  const next = nextTryAt(policy, { attempts, queuedAt: now, retryAfterMs }, now, random);
  return next && next.getTime() - now.getTime();
};

it('delays grow, and the last one repeats', () => {
  expect([1, 2, 3, 9].map((attempts) => pauseOf(attempts, 0))).toEqual([
    1_000, 10_000, 10_000, 10_000,
  ]);
});

it('delays vary by at most a tenth', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, random) => {
        const full = pauseOf(attempts, 0) as number;
        const pause = pauseOf(attempts, random) as number;
        expect(pause).toBeGreaterThanOrEqual(full * 0.9 - 1);
        expect(pause).toBeLessThanOrEqual(full);
      },
    ),
  );
});

it('a job isn’t retried before the time requested by the remote system', () => {
  expect(pauseOf(1, 1, 60_000)).toBe(60_000);
  expect(pauseOf(2, 0, 500)).toBe(10_000);
  expect(pauseOf(1, 0, 3_600_001)).toBeNull();
});

it('a job is given up after its maximum number of attempts or its time limit', () => {
  const failedJob = { attempts: 3, queuedAt: now, retryAfterMs: null };
  expect(nextTryAt({ ...policy, maxAttempts: 3 }, failedJob, now)).toBeNull();
  expect(nextTryAt({ ...policy, maxAttempts: 4 }, failedJob, now)).not.toBeNull();
  const later = new Date(now.getTime() + policy.limitMs - 9_999);
  expect(nextTryAt(policy, failedJob, later)).toBeNull();
});

it('the rest time of a breaker doubles up to its limit', () => {
  expect([0, 1, 2, 100].map((openings) => breakerOpenMs(defaultBreaker, openings))).toEqual([
    30_000, 60_000, 120_000, 600_000,
  ]);
});

it.each([
  ['120', 120_000],
  ['0', 0],
  ['Sun, 01 Mar 2026 10:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
  ['999999999', 86_400_000],
  ['9'.repeat(400), 86_400_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
  ['', null],
  [undefined, null],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
])('Retry-After %j is %j ms', (header, ms) => {
  expect(parseRetryAfter(header, now)).toBe(ms);
});

it.each([
  [503, 'unavailable'],
  [401, 'unavailable'],
  [429, 'rateLimited'],
  [408, 'temporary'],
  [404, 'permanent'],
])('status %i is %s', (status, kind) => {
  expect(failureKindOfStatus(status)).toBe(kind);
});
