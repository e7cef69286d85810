import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../../e2e/createServer.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { addPriceList } from '../../../money/pricing/server/index.ts';
import { storeSamples } from '../../statistics/server/index.ts';
import { rollUp } from '../../statistics/server/readings/rollUp.ts';
import { recordTrafficUsage } from './recordTrafficUsage.ts';
import { meterTraffic } from './traffic.ts';

const hourMs = 3_600_000;
/** The start of the hour three hours ago, so that three whole hours have passed since. */
const start = new Date(Math.floor(Date.now() / hourMs) * hourMs - 3 * hourMs);
let app: TestApp;
let owner: TestClient;
let serverId: string;
let outside: string;
const insideServerId = 'b5a39b5e-7f2b-4c4b-9c55-0d7a3c1f0001';
const db = () => app.portal.services.database.db;
const ctx = () => ({ db: db(), clock: { now: () => new Date() }, services: app.portal.services });

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  serverId = await createServer(owner);
  const { rows } = await sql<{
    id: string;
  }>`select nic.id from nic join network on network.id = nic.network_id where nic.server_id = ${serverId} and network.kind = 'wan'`.execute(
    db(),
  );
  outside = rows[0]?.id ?? '';
  // Isolates the server from other readers. Its data starts before these hours.
  await sql`update server set power = 'off' where id = ${serverId}`.execute(db());
  await sql`alter table span disable trigger user`.execute(app.administration.db);
  await sql`update span set from_at = ${new Date(start.getTime() - hourMs)}, hours_from = ${new Date(start.getTime() - hourMs)} where subject_id = ${serverId}`.execute(
    db(),
  );
  await sql`alter table span enable trigger user`.execute(app.administration.db);
  for (const level of ['5m', '1h'])
    await sql`insert into server_sample_level (level, done_until) values (${level}, ${start}) on conflict (level) do update set done_until = excluded.done_until`.execute(
      db(),
    );
  await sql`delete from server_sample_level where level = '1d'`.execute(db());
  await sql`insert into metering_feed (kind, done_until) values ('traffic', ${start}) on conflict (kind) do update set done_until = excluded.done_until`.execute(
    db(),
  );
});
afterAll(() => app.close());

/** Stores counters of a public and a private interface this many minutes after the start. */
const sample = (minutes: number, gigabytes: number) =>
  storeSamples(ctx(), [
    {
      ...{
        id: serverId,
        at: new Date(start.getTime() + minutes * 60_000),
        cpuPercent: 1,
        memory: { usedMb: 1, totalMb: 2 },
        disks: [],
      },
      nics: [outside, insideServerId].map((id) => ({
        id,
        receivedBytes: gigabytes * 600_000_000,
        sentBytes: gigabytes * 400_000_000,
      })),
    },
  ]);
const readings = async () =>
  (
    await sql<{ hour: Date; quantity: number; owner: string }>`
      select hour, quantity, owner_id as owner from usage_reading where subject_id = ${serverId} order by hour`.execute(
      db(),
    )
  ).rows.map(({ hour, quantity, owner: ownerId }) => [
    (hour.getTime() - start.getTime()) / hourMs,
    quantity / 1e9,
    ownerId === owner.userId,
  ]);

describe('server traffic', () => {
  it('is recorded hourly for public network interfaces only, even if counters are reset', async () => {
    await sample(5, 1);
    await sample(55, 3);
    await sample(65, 10);
    // The server was powered off and on, so the counter restarts at zero.
    await sample(100, 2);
    await rollUp(ctx());
    await recordTrafficUsage(ctx());
    expect(await readings()).toEqual([
      [0, 3, true],
      [1, 9, true],
    ]);
  });

  it('isn’t counted twice if the feed was interrupted after its records were stored', async () => {
    const before = await readings();
    await sql`update metering_feed set done_until = ${start}`.execute(db());
    await recordTrafficUsage(ctx());
    expect(await readings()).toEqual(before);
    expect(await recordTrafficUsage(ctx())).toBe(false);
  });

  it('is billed for the month exactly as explained', async () => {
    const price = await addPriceList(ctx(), {
      ...{ siteId: app.siteId, currency: 'USD', validFrom: start },
      items: [
        {
          code: 'overage.traffic',
          resource: { en: 'Beyond', he: 'מעבר', ar: 'Beyond' },
          unit: { en: 'GB', he: 'GB', ar: 'GB' },
          hourly: null,
          monthly: '0.5',
          poweredOff: 'charge',
          included: '2',
        },
      ],
    });
    expect(price.version).toBeGreaterThan(1);
    await meterTraffic(ctx());
    const monthToDate = (
      await owner.get<{ lines: { item: string; amount: string; parts: { formula: string }[] }[] }>(
        `/billing/monthToDate/${serverId}`,
      )
    ).body;
    const line = monthToDate.lines.find(({ item }) => item === 'overage.traffic');
    // Near the first of a month, some of these hours belong to the previous month's invoice.
    const thisMonth = (
      await sql<{
        month: string;
      }>`select to_char(now() at time zone time_zone, 'YYYY-MM') as month from site where id = ${app.siteId}`.execute(
        db(),
      )
    ).rows[0]?.month;
    const { rows } = await sql<{ counted: number }>`
      select coalesce(sum(quantity), 0)::bigint / 1000000000 as counted from usage_reading r join site on site.id = r.site_id
      where subject_id = ${serverId} and to_char(hour at time zone time_zone, 'YYYY-MM') = ${thisMonth}`.execute(
      db(),
    );
    const trafficGb = rows[0]?.counted ?? 0;
    const amount = (trafficGb - 2) * 0.5;
    expect([line?.amount, line?.parts[0]?.formula]).toEqual(
      trafficGb > 2
        ? [
            amount.toFixed(2),
            `⌊${trafficGb} − 0⌋ = ${trafficGb}; 2 × 0 + ${trafficGb - 2} × 0.5 = ${amount}`,
          ]
        : [undefined, undefined],
    );
  });

  it('of a server without any cost is not recorded', async () => {
    await sql`delete from usage_reading`.execute(db());
    await sql`update metering_feed set done_until = ${start}`.execute(db());
    await sql`update server_part_sample_1h set server_id = gen_random_uuid()`.execute(db());
    expect(await recordTrafficUsage(ctx())).toBe(false);
    expect(await readings()).toEqual([]);
  });
});
