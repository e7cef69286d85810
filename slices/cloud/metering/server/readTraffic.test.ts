import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer } from '../../../../e2e/createServer.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { makeGroup } from '../../../people/groups/server/testing/fixtures.ts';
import { storeReadings } from './readings.ts';
import { meterTraffic } from './traffic.ts';

interface Traffic {
  month: string;
  bytes: number;
  includedGb: string;
  isUnmetered: boolean;
  beyondGb: string;
  price: string | null;
}

const hourMs = 3_600_000;
let app: TestApp;
let owner: TestClient;
let serverId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  serverId = await createServer(owner);
});
afterAll(() => app.close());

const read = async (client = owner) =>
  (await client.get<Traffic>(`/servers/${serverId}/traffic`)).body;
/** Records this much incoming and outgoing traffic in the current hour. */
async function addTraffic(gigabytes: number): Promise<void> {
  const { services } = app.portal;
  const now = new Date();
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  const subject = {
    subjectId: serverId,
    kind: 'traffic' as const,
    hour,
    ownerId: owner.userId,
    siteId: app.siteId,
  };
  await storeReadings(
    services.database,
    [{ ...subject, quantity: gigabytes * 1_000_000_000 }],
    now,
  );
  await meterTraffic({ db: services.database.db, clock: { now: () => now } });
}
const choose = async (trafficPackage: string | null) => {
  const answer = await owner.put(`/servers/${serverId}/billing`, {
    billingMode: 'monthly',
    trafficPackage,
  });
  expect(answer.status, answer.text).toBe(200);
};

it('shows this month’s traffic with its package, and the overage with its price', async () => {
  expect(await read()).toMatchObject({
    bytes: 0,
    includedGb: '0',
    isUnmetered: false,
    beyondGb: '0',
    price: '0.01',
  });
  await addTraffic(20.5);
  expect(await read()).toMatchObject({ bytes: 20_500_000_000, beyondGb: '20' });

  await choose('t5000');
  const { includedGb, beyondGb, month } = await read();
  // The package is prorated for the rest of the month.
  expect(Number(includedGb)).toBeGreaterThan(0);
  expect(Number(includedGb)).toBeLessThanOrEqual(5000);
  expect(Number(beyondGb)).toBe(Math.max(0, Math.floor(20.5 - Number(includedGb))));
  expect(month).toMatch(/^\d{4}-\d{2}$/);

  await choose('50');
  expect(await read()).toMatchObject({ isUnmetered: true });
});

it('is visible to the server’s paying account, but not to users with granted access', async () => {
  const subAccount = await app.signInAs('user', { parentId: owner.userId });
  await makeGroup(owner, { members: [subAccount.userId], right: 'manage', servers: [serverId] });
  expect((await subAccount.get(`/servers/${serverId}/traffic`)).status).toBe(403);
  expect((await (await app.signInAs('user')).get(`/servers/${serverId}/traffic`)).status).toBe(404);
});
