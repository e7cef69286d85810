import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, testPassword } from '../../../../server/testing/app.ts';

/**
 * Runs behind one trusted proxy (this machine): forwarded addresses are trusted only up to that
 * proxy.
 */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => app.close());

describe('anonymous callers', () => {
  it('can’t make the portal hash an invalid password', async () => {
    const answer = await app
      .anonymous()
      .post('/login', { email: 'root@example.test', password: 'x'.repeat(1_000_000) });
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.[0]?.key).toBe('password');
  });
});

describe('the caller’s IP address', () => {
  const signInFrom = (email: string, headers: Record<string, string>) =>
    app
      .anonymous()
      .call<{ userId?: string }>('POST', '/login', { email, password: testPassword }, headers);

  async function onlyFrom(range: string): Promise<string> {
    const client = await app.signInAs('user');
    const { pool } = app.portal.services.database;
    await pool.query('update user_account set uses_allowed_ips = true where id = $1', [
      client.userId,
    ]);
    await pool.query('insert into user_allowed_ip (user_id, address) values ($1, $2)', [
      client.userId,
      range,
    ]);
    return client.email;
  }

  it('is taken from the trusted proxy', async () => {
    const email = await onlyFrom('203.0.113.0/24');
    expect(
      (await signInFrom(email, { 'x-forwarded-for': '203.0.113.7' })).body.userId,
    ).toBeTruthy();
    expect((await signInFrom(email, { 'x-forwarded-for': '198.51.100.7' })).body.code).toEqual([
      55,
    ]);
    expect(
      (await signInFrom(email, { 'x-forwarded-for': '::ffff:203.0.113.7' })).body.userId,
    ).toBeTruthy();
  });

  it.each([
    ['an address prepended before the proxy', { 'x-forwarded-for': '203.0.113.7, 198.51.100.7' }],
    ['another header', { 'x-real-ip': '203.0.113.7' }],
    ['the standard header', { forwarded: 'for=203.0.113.7' }],
    [
      'several of them',
      { 'x-forwarded-for': '198.51.100.7', 'x-real-ip': '203.0.113.7', 'client-ip': '203.0.113.7' },
    ],
  ])('isn’t %s', async (_case, headers) => {
    const email = await onlyFrom('203.0.113.0/24');
    expect((await signInFrom(email, headers)).body.code).toEqual([55]);
  });
});
