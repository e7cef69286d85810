import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../server/testing/client.ts';
import { codeOf, Harness } from './testing/harness.ts';

let harness: Harness;
let admin: TestClient;
beforeAll(async () => {
  harness = await Harness.open();
  admin = await harness.app.signInAs('siteAdmin');
}, 60_000);
afterAll(() => harness.close());

const settingsOf = (change: Record<string, unknown> = {}) => {
  const { issuer, clientId, clientSecret } = harness.provider;
  return { title: 'Company login', issuer, clientId, clientSecret, isEnabled: true, ...change };
};
const put = (actor: TestClient, social: string, change: Record<string, unknown> = {}) =>
  actor.put(`/socialProviders/${social}`, settingsOf(change));

async function connectSocialAccount(client: TestClient, social: string) {
  const identity = harness.person({ email: client.email });
  const answer = await harness.travel(client, identity, 'connect', social);
  expect(answer.body.connected, answer.text).toBe(social);
  return identity;
}

describe('a provider used by an account with more rights', () => {
  it('can be connected elsewhere only by a user with all of these rights, even after disconnecting', async () => {
    await harness.connectProvider('guarded');
    await connectSocialAccount(await harness.app.signInAs('user'), 'guarded');
    const otherIssuer = { issuer: `${harness.provider.issuer}/elsewhere` };
    expect((await put(admin, 'guarded', { clientId: 'another' })).status).toBe(200);
    await harness.connectProvider('guarded');
    await connectSocialAccount(await harness.app.signInAs('billingAdmin'), 'guarded');
    for (const change of [otherIssuer, { clientId: 'another' }]) {
      const rejected = await put(admin, 'guarded', change);
      expect(rejected).toMatchObject({ status: 403, body: { code: [2253] } });
      expect(rejected.text).toContain('permissions that you don’t have');
    }
    expect((await put(admin, 'guarded', { title: 'Renamed', isEnabled: false })).status).toBe(200);
    expect((await admin.delete('/socialProviders/guarded')).status).toBe(200);
    expect((await put(admin, 'guarded', otherIssuer)).body.code).toEqual([2253]);
    expect((await put(harness.app.root, 'guarded')).status).toBe(200);
  });
});

describe('a provider set by the site’s administrators', () => {
  it('can’t be connected or used by an account with more rights than theirs', async () => {
    expect((await put(admin, 'ours')).status).toBe(200);
    const billing = await harness.app.signInAs('billingAdmin');
    const rejected = await harness.travel(
      billing,
      harness.person({ email: billing.email }),
      'connect',
      'ours',
    );
    expect(codeOf(rejected)).toBe(2254);
    const customer = await harness.app.signInAs('user');
    const identity = await connectSocialAccount(customer, 'ours');
    expect(
      (await harness.travel(harness.app.anonymous(), identity, 'login', 'ours')).body.userId,
    ).toBe(customer.userId);
    await harness.app.portal.services.database.pool.query(
      "update user_account set role = 'billingAdmin' where id = $1",
      [customer.userId],
    );
    expect(codeOf(await harness.travel(harness.app.anonymous(), identity, 'login', 'ours'))).toBe(
      2254,
    );
    expect((await put(harness.app.root, 'ours')).status).toBe(200);
    expect(
      (await harness.travel(harness.app.anonymous(), identity, 'login', 'ours')).body.userId,
    ).toBe(customer.userId);
  });

  it('set by the operator stays trusted when an administrator renames it, but not when its URL changes', async () => {
    await harness.connectProvider('theirs');
    const billing = await harness.app.signInAs('billingAdmin');
    expect((await put(admin, 'theirs', { title: 'Renamed' })).status).toBe(200);
    const identity = await connectSocialAccount(billing, 'theirs');
    expect(
      (await harness.travel(harness.app.anonymous(), identity, 'login', 'theirs')).body.userId,
    ).toBe(billing.userId);
    await harness.connectProvider('moved');
    expect((await put(admin, 'moved', { clientId: 'another' })).status).toBe(200);
    expect((await put(admin, 'moved')).status).toBe(200);
    expect(
      codeOf(
        await harness.travel(billing, harness.person({ email: billing.email }), 'connect', 'moved'),
      ),
    ).toBe(2254);
  });
});
