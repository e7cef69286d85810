import { afterAll, beforeAll, describe, it } from 'vitest';
import { createServer } from '../../../e2e/createServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signInVisitor } from '../../../e2e/steps.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { storeReadings } from './server/index.ts';
import { meterSites } from './server/traffic.ts';

describe('server traffic in the browser', () => {
  let harness: Harness;
  let owner: TestClient;
  let serverId: string;

  beforeAll(async () => {
    harness = await openHarness();
    owner = await harness.app.signInAs('user');
    serverId = await createServer(owner);
    const { database } = harness.app.portal.services;
    const now = new Date();
    const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
    const subject = {
      subjectId: serverId,
      kind: 'traffic' as const,
      hour,
      ownerId: owner.userId,
      siteId: harness.app.siteId,
    };
    await storeReadings(database, [{ ...subject, quantity: 12_500_000_000 }], now);
    await owner.put(`/servers/${serverId}/billing`, { billingMode: 'monthly' });
    await database.db
      .transaction()
      .execute((db) => meterSites({ db, clock: { now: () => now } }, [harness.app.siteId]));
  });
  afterAll(() => harness?.close());

  it('is shown with its package before it costs anything, and the overage with its price', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}`);
      await page.getByText('You’ve used 12 GB over the package, at $0.01 per GB.').waitFor();
      await owner.put(`/servers/${serverId}/billing`, {
        billingMode: 'monthly',
        trafficPackage: 't5000',
      });
      await openScreen(visitor, `/servers/${serverId}`);
      await page.getByText(/^12.5 of [\d,]+ GB$/).waitFor();
    }));
});
