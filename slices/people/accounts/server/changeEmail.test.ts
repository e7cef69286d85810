import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp, testPassword } from '../../../../server/testing/app.ts';
import { lastMail, tokenIn } from '../../../../server/testing/outbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => shiftClock(0));

const change = (account: string, email: string, checkOnly = false) =>
  app.root.post('/changeEmail', { account, email, checkOnly });
const codesOf = (answer: { body: { errors?: { code: number; key?: string }[] } }) =>
  answer.body.errors?.map((error) => [error.code, error.key]);

describe('changing the email address of an account', () => {
  it('shows a preview, then ends its sessions, notifies both addresses and requires verification of the new one', async () => {
    const client = await app.signInAs('user');
    const email = 'moved@example.test';
    expect((await change(client.email, email, true)).body).toMatchObject({
      checkOnly: true,
      sessions: 1,
      account: { email: client.email },
    });
    expect((await client.get('/user')).status).toBe(200);
    expect((await change(client.email, email)).body).toMatchObject({ checkOnly: false, email });
    expect((await client.get('/user')).body.code).toEqual([57]);
    expect((await lastMail(app.portal, client.email, 'account.emailChanged')).text).toContain(
      email,
    );
    const newClient = app.anonymous();
    expect((await newClient.signIn(email, testPassword)).body).toMatchObject({
      userId: client.userId,
      emailValidationRequired: true,
    });
    expect((await newClient.get('/servers')).body.code).toEqual([1818]);
    const token = tokenIn(await lastMail(app.portal, email, 'account.emailProof'));
    expect((await app.anonymous().post('/validate', { token })).body).toEqual({ email });
    expect((await newClient.get('/servers')).status).toBe(200);
    expect((await app.anonymous().signIn(client.email, testPassword)).body.code).toEqual([21]);
  });

  it('is rejected for a taken or invalid address, and for the caller’s own, a higher or a missing account', async () => {
    const [client, other] = [await app.signInAs('user'), await app.signInAs('user')];
    expect(codesOf(await change(client.email, other.email.toUpperCase()))).toEqual([[17, 'email']]);
    expect(codesOf(await change(client.email, 'nonsense'))).toEqual([[12, 'email']]);
    expect(codesOf(await change(app.root.email, 'x@example.test'))).toEqual([[1923, 'account']]);
    expect(codesOf(await change('nobody@example.test', 'x@example.test'))).toEqual([
      [1001, 'account'],
    ]);
    const admin = await app.signInAs('siteAdmin');
    const upward = await admin.post('/changeEmail', {
      account: app.root.email,
      email: 'x@example.test',
      checkOnly: false,
    });
    expect(codesOf(upward)).toEqual([[1923, 'account']]);
    expect((await client.get<{ email: string }>('/user')).body.email).toBe(client.email);
  });

  it('requires recent authentication', async () => {
    const client = await app.signInAs('user');
    const admin = await app.signInAs('siteAdmin');
    shiftClock(6 * 60_000);
    expect(
      await admin.post('/changeEmail', {
        account: client.email,
        email: 'y@example.test',
        checkOnly: true,
      }),
    ).toMatchObject({
      status: 403,
      body: { code: [1800] },
    });
  });
});
