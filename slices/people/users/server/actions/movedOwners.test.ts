import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { datacenterOf } from '../../../../cloud/networks/server/testing/lan.ts';

let app: TestApp;
let formerOwner: TestClient;
let present: TestClient;
let customer: TestClient;

/** A client that is signed in at the site of the test's host, and then moved to another site. */
const signInAt = async (role: 'siteAdmin' | 'user', siteId: string): Promise<TestClient> => {
  const client = await app.signInAs(role);
  await sql`update user_account set site_id = ${siteId} where id = ${client.userId}`.execute(
    app.portal.services.database.db,
  );
  return client;
};

const bodies = {
  alerts: { name: 'busy', metric: 'cpuPercent', threshold: 80, forMinutes: 5, tag: 'web' },
  schedules: { name: 'nightly', action: 'off', times: '0 19 * * *', timeZone: 'UTC', tag: 'web' },
  'firewall/groups': { name: 'Web servers' },
  groups: { name: 'Web team' },
};

beforeAll(async () => {
  app = await startTestApp();
  const [harbor, pier] = [await app.makeSite('Harbor'), await app.makeSite('Pier')];
  formerOwner = await signInAt('siteAdmin', harbor);
  present = await signInAt('siteAdmin', pier);
  customer = await signInAt('user', harbor);
  for (const [path, body] of Object.entries({
    ...bodies,
    networks: { name: 'Backend', kind: 'lan', datacenterId: await datacenterOf(customer) },
  })) {
    const answer = await customer.post(`/${path}`, body);
    expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  }
  const moved = await app.root.put(`/users/${customer.userId}/place`, {
    siteId: pier,
    parentId: null,
  });
  expect(moved.status, moved.text).toBe(200);
}, 60_000);
afterAll(() => app.close());

it.each([...Object.keys(bodies), 'networks'])(
  '/%s lists resources that moved with their owner for administrators of the new site, not of the previous one',
  async (path) => {
    const owned = async (client: TestClient) => {
      const { body, text } = await client.get<{ items: { owner?: unknown }[] }>(`/${path}`);
      expect(body.items, text).toBeDefined();
      return body.items.filter(({ owner }) => JSON.stringify(owner ?? '').includes(customer.email));
    };
    expect(await owned(present)).toHaveLength(1);
    expect(await owned(formerOwner)).toEqual([]);
  },
);
