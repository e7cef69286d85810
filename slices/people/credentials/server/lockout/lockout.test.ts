import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../../../../../server/platform/context.ts';
import { createLog } from '../../../../../server/platform/log.ts';
import { systemContext } from '../../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import { blockedSeconds, countAttempt, lockout } from './lockout.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A call that starts this many milliseconds after the others. */
async function contextAt(ms: number): Promise<Context> {
  const { services, sites } = app.portal;
  const ctx = systemContext(services, { site: await sites.forHost(''), log: createLog('silent') });
  return { ...ctx, clock: { ...ctx.clock, now: () => new Date(Date.UTC(2026, 0, 1) + ms) } };
}

it('the reported block time never exceeds the actual one, even for attempts that started just before it', async () => {
  const email = `${randomUUID()}@example.test`;
  for (let failure = 0; failure < lockout.failures; failure++)
    await countAttempt(await contextAt(0), email);
  expect(await countAttempt(await contextAt(900), email)).toEqual({
    isAllowed: false,
    secondsLeft: lockout.blockSeconds,
  });
  expect(await countAttempt(await contextAt(0), email)).toEqual({
    isAllowed: false,
    secondsLeft: lockout.blockSeconds,
  });
  expect(await blockedSeconds(await contextAt(0), email)).toBe(lockout.blockSeconds);
  expect(await countAttempt(await contextAt(10_900), email)).toEqual({
    isAllowed: false,
    secondsLeft: lockout.blockSeconds - 10,
  });
});

it('a second consecutive block is twice as long, and its reported duration too', async () => {
  const email = `${randomUUID()}@example.test`;
  const later = (lockout.blockSeconds + 1) * 1000;
  for (let failure = 0; failure <= lockout.failures; failure++)
    await countAttempt(await contextAt(0), email);
  for (let failure = 0; failure < lockout.failures; failure++)
    await countAttempt(await contextAt(later), email);
  expect(await countAttempt(await contextAt(later + 500), email)).toEqual({
    isAllowed: false,
    secondsLeft: 2 * lockout.blockSeconds,
  });
  expect(await countAttempt(await contextAt(later), email)).toEqual({
    isAllowed: false,
    secondsLeft: 2 * lockout.blockSeconds,
  });
});
