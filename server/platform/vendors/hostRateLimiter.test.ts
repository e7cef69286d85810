import { expect, it } from 'vitest';
import { HostRateLimiter } from './hostRateLimiter.ts';

/** Measures how long a number of concurrent requests take, in ms. */
async function timeOf(pace: HostRateLimiter, host: string, count: number, perSecond: number) {
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: count }, () => pace.enter(host, perSecond)));
  return performance.now() - startedAt;
}

it('a burst of one second’s requests is sent immediately, and the rest are evenly spaced', async () => {
  const pace = new HostRateLimiter();
  expect(await timeOf(pace, 'a.test', 100, 100)).toBeLessThan(500);
  expect(await timeOf(pace, 'a.test', 50, 100)).toBeGreaterThan(300);
});

it('hosts don’t wait for each other', async () => {
  const pace = new HostRateLimiter();
  await timeOf(pace, 'a.test', 100, 100);
  expect(await timeOf(pace, 'b.test', 1, 100)).toBeLessThan(100);
});

it('requests that would wait too long are rejected', async () => {
  const pace = new HostRateLimiter();
  const all = Array.from({ length: 20 }, () => pace.enter('a.test', 1));
  for (const request of all) request.catch(() => undefined);
  await expect(all.at(-1)).rejects.toMatchObject({ problem: { code: 'tooManyRequests' } });
});
