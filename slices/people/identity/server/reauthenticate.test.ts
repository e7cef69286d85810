import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp, testPassword } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { lastMail } from '../../../../server/testing/outbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => shiftClock(0));

const codesOf = (answer: { body: { errors?: { code: number; key?: string }[] } }) =>
  answer.body.errors?.map((error) => error.code);
const callProtected = (client: TestClient) =>
  client.delete('/servers/00000000-0000-4000-8000-000000000000');

describe('an action for which the site requires recent authentication', () => {
  beforeAll(async () => {
    expect(
      (await app.root.put('/settings/identity.proofFor', { value: ['terminateServer'] })).status,
    ).toBe(200);
  });
  afterAll(() => app.root.put('/settings/identity.proofFor', { value: [] }));

  it('succeeds within five minutes of the sign-in, and is then rejected by the server with 1800', async () => {
    const client = await app.signInAs('user');
    expect((await callProtected(client)).status).toBe(404);
    shiftClock(5 * 60_000 + 1000);
    expect(await callProtected(client)).toMatchObject({ status: 403, body: { code: [1800] } });
    expect((await client.get('/servers')).status).toBe(200);
  });

  it('succeeds again after entering the password, for an account without a second step', async () => {
    const client = await app.signInAs('user');
    shiftClock(6 * 60_000);
    expect((await client.get('/prove')).body).toMatchObject({
      ways: ['password', 'email'],
      secondsLeft: 0,
    });
    expect(codesOf(await client.post('/prove', { way: 'password', password: 'wrong' }))).toEqual([
      21,
    ]);
    expect((await client.post('/prove', { way: 'password', password: testPassword })).body).toEqual(
      { secondsLeft: 300 },
    );
    expect((await callProtected(client)).status).toBe(404);
  });

  it('succeeds again after entering an emailed code, in this session only', async () => {
    const client = await app.signInAs('user');
    const other = app.anonymous();
    await other.signIn(client.email, testPassword);
    shiftClock(6 * 60_000);
    const { proofToken } = (
      await client.post<{ proofToken: string }>('/prove/send', { way: 'email' })
    ).body;
    const code =
      /\b\d{6}\b/.exec((await lastMail(app.portal, client.email, 'account.code')).text)?.[0] ?? '';
    expect(codesOf(await other.post('/prove', { way: 'email', code, proofToken }))).toEqual([50]);
    expect((await client.post('/prove', { way: 'email', code, proofToken })).body).toEqual({
      secondsLeft: 300,
    });
    expect(codesOf(await client.post('/prove', { way: 'email', code, proofToken }))).toEqual([50]);
    expect((await callProtected(client)).status).toBe(404);
    expect((await callProtected(other)).status).toBe(403);
  });

  it('counts failed attempts toward the account lockout', async () => {
    const client = await app.signInAs('user');
    for (let attempt = 0; attempt < 5; attempt += 1)
      await client.post('/prove', { way: 'password', password: 'wrong' });
    expect(
      codesOf(await client.post('/prove', { way: 'password', password: testPassword })),
    ).toEqual([13]);
    expect(codesOf(await app.anonymous().signIn(client.email, testPassword))).toEqual([13]);
  });

  it('can be chosen only among sensitive actions', async () => {
    const answer = await app.root.put('/settings/identity.proofFor', { value: ['listServers'] });
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.[0]?.info).toMatch(/Enter one of these values: .*terminateServer/);
  });
});

describe('a user acting for an account', () => {
  async function startActing(
    canChange: boolean,
  ): Promise<{ customer: TestClient; admin: TestClient }> {
    const customer = await app.signInAs('user');
    const admin = await app.signInAs('root');
    await app.portal.services.database.pool.query(
      "update session set acting_for = $2, acting_until = now() + interval '1 hour', acting_may_change = $3 where user_id = $1",
      [admin.userId, customer.userId, canChange],
    );
    return { customer, admin };
  }

  it('sees what the account sees and can’t change anything without write mode', async () => {
    const { customer, admin } = await startActing(false);
    expect((await admin.get('/user')).body).toMatchObject({
      userId: customer.userId,
      role: 'user',
      acting: { by: admin.email, mayChange: false },
    });
    expect((await admin.get('/hosts')).status).toBe(403);
    expect(await admin.delete('/servers/00000000-0000-4000-8000-000000000000')).toMatchObject({
      status: 403,
      body: { code: [1801] },
    });
    const { admin: changingAdmin } = await startActing(true);
    expect(
      (await changingAdmin.delete('/servers/00000000-0000-4000-8000-000000000000')).status,
    ).toBe(404);
  });

  it('is recorded with both names', async () => {
    const { customer, admin } = await startActing(true);
    await admin.delete('/servers/00000000-0000-4000-8000-000000000000');
    const entry = await app.portal.services.database.db
      .selectFrom('audit_entry')
      .select(['operation', 'actor_id', 'on_behalf_of'])
      .where('actor_id', '=', admin.userId)
      .where('on_behalf_of', '=', customer.userId)
      .executeTakeFirst();
    expect(entry).toMatchObject({ operation: 'terminateServer' });
  });

  it('returns to their own account after the time limit, and at once if the account is disabled', async () => {
    const { customer, admin } = await startActing(false);
    shiftClock(61 * 60_000);
    expect((await admin.get('/user')).body).toMatchObject({ userId: admin.userId, acting: null });
    shiftClock(0);
    await app.portal.services.database.db
      .updateTable('user_account')
      .set({ is_enabled: false })
      .where('id', '=', customer.userId)
      .execute();
    expect((await admin.get('/user')).body).toMatchObject({ userId: admin.userId });
  });
});
