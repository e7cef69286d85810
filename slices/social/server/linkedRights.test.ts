import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../server/testing/client.ts';
import { codeOf, Stage } from './testing/journeys.ts';

let stage: Stage;
let admin: TestClient;
beforeAll(async () => {
  stage = await Stage.open();
  admin = await stage.app.signInAs('siteAdmin');
}, 60_000);
afterAll(() => stage.close());

const settingsOf = (change: Record<string, unknown> = {}) => {
  const { issuer, clientId, clientSecret } = stage.provider;
  return { title: 'Company login', issuer, clientId, clientSecret, isEnabled: true, ...change };
};
const put = (actor: TestClient, social: string, change: Record<string, unknown> = {}) =>
  actor.put(`/socialProviders/${social}`, settingsOf(change));

async function connected(client: TestClient, social: string) {
  const person = stage.person({ email: client.email });
  const answer = await stage.travel(client, person, 'connect', social);
  expect(answer.body.connected, answer.text).toBe(social);
  return person;
}

describe('a provider used by an account with more rights', () => {
  it('can be connected elsewhere only by a user with all of these rights, even after disconnecting', async () => {
    await stage.connectProvider('guarded');
    await connected(await stage.app.signInAs('user'), 'guarded');
    const elsewhere = { issuer: `${stage.provider.issuer}/elsewhere` };
    expect((await put(admin, 'guarded', { clientId: 'another' })).status).toBe(200);
    await stage.connectProvider('guarded');
    await connected(await stage.app.signInAs('billingAdmin'), 'guarded');
    for (const change of [elsewhere, { clientId: 'another' }]) {
      const refused = await put(admin, 'guarded', change);
      expect(refused).toMatchObject({ status: 403, body: { code: [2253] } });
      expect(refused.text).toContain("rights that you don't have");
    }
    expect((await put(admin, 'guarded', { title: 'Renamed', isEnabled: false })).status).toBe(200);
    expect((await admin.delete('/socialProviders/guarded')).status).toBe(200);
    expect((await put(admin, 'guarded', elsewhere)).body.code).toEqual([2253]);
    expect((await put(stage.app.root, 'guarded')).status).toBe(200);
  });
});

describe('a provider set by the site’s administrators', () => {
  it('can’t be connected or used by an account with more rights than theirs', async () => {
    expect((await put(admin, 'ours')).status).toBe(200);
    const billing = await stage.app.signInAs('billingAdmin');
    const refused = await stage.travel(
      billing,
      stage.person({ email: billing.email }),
      'connect',
      'ours',
    );
    expect(codeOf(refused)).toBe(2254);
    const customer = await stage.app.signInAs('user');
    const person = await connected(customer, 'ours');
    expect((await stage.travel(stage.app.stranger(), person, 'login', 'ours')).body.userId).toBe(
      customer.userId,
    );
    await stage.app.portal.services.database.pool.query(
      "update user_account set role = 'billingAdmin' where id = $1",
      [customer.userId],
    );
    expect(codeOf(await stage.travel(stage.app.stranger(), person, 'login', 'ours'))).toBe(2254);
    expect((await put(stage.app.root, 'ours')).status).toBe(200);
    expect((await stage.travel(stage.app.stranger(), person, 'login', 'ours')).body.userId).toBe(
      customer.userId,
    );
  });

  it('set by the operator stays trusted when an administrator renames it, but not when its URL changes', async () => {
    await stage.connectProvider('theirs');
    const billing = await stage.app.signInAs('billingAdmin');
    expect((await put(admin, 'theirs', { title: 'Renamed' })).status).toBe(200);
    const person = await connected(billing, 'theirs');
    expect((await stage.travel(stage.app.stranger(), person, 'login', 'theirs')).body.userId).toBe(
      billing.userId,
    );
    await stage.connectProvider('moved');
    expect((await put(admin, 'moved', { clientId: 'another' })).status).toBe(200);
    expect((await put(admin, 'moved')).status).toBe(200);
    expect(
      codeOf(
        await stage.travel(billing, stage.person({ email: billing.email }), 'connect', 'moved'),
      ),
    ).toBe(2254);
  });
});
