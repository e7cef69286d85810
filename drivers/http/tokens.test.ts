import { expect, it } from 'vitest';
import type { HttpSend, Tokens } from './port.ts';
import { memoryTokenStore, withBearer } from './tokens.ts';

const now = () => new Date('2026-11-27T12:00:00Z');
const request = { method: 'GET', address: 'http://a.test', headers: {}, body: null } as const;

/** A vendor that issues `token 1`, `token 2`, … and accepts only the last. */
function vendor(lifeMs = 3_600_000) {
  let issued = 0;
  const usedTokens: string[] = [];
  const httpSend: HttpSend = async ({ headers }) => {
    usedTokens.push(headers.authorization ?? '');
    const status = headers.authorization === `Bearer token ${issued}` ? 200 : 401;
    return { status, headers: {}, text: '' };
  };
  const renew = async (): Promise<Tokens> => {
    issued += 1;
    const accessUntil = new Date(now().getTime() + lifeMs);
    await Promise.resolve();
    return { access: `token ${issued}`, accessUntil, refresh: '', refreshUntil: null };
  };
  const revoke = () => {
    issued += 1;
  };
  return { ask: httpSend, renew, used: usedTokens, revoke, issued: () => issued };
}

it('one token is requested for requests at the same time, and is used again', async () => {
  const { ask, renew, issued } = vendor();
  const send = withBearer({ tokens: memoryTokenStore(), renew, now }, ask);
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(request)));
  await send(request);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(issued()).toBe(1);
});

it('a token is renewed a minute before it expires', async () => {
  const { ask, renew, issued } = vendor(59_000);
  const send = withBearer({ tokens: memoryTokenStore(), renew, now }, ask);
  await send(request);
  await send(request);
  expect(issued()).toBe(2);
});

it('a revoked token is renewed once, and the request is sent again', async () => {
  const { ask, renew, used, revoke } = vendor();
  const send = withBearer({ tokens: memoryTokenStore(), renew, now }, ask);
  await send(request);
  revoke();
  expect((await send(request)).status).toBe(200);
  expect(used).toEqual(['Bearer token 1', 'Bearer token 1', 'Bearer token 3']);
});

it('a new token that is rejected isn’t renewed again', async () => {
  const { renew, used } = vendor();
  const rejecting: HttpSend = async ({ headers }) => {
    used.push(headers.authorization ?? '');
    return { status: 401, headers: {}, text: '' };
  };
  const send = withBearer({ tokens: memoryTokenStore(), renew, now }, rejecting);
  expect((await send(request)).status).toBe(401);
  expect(used).toHaveLength(1);
});
