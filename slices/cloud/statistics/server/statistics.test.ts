import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer } from '../../../../e2e/createServer.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { purgeReadings } from './readings/retention.ts';
import { rollUp } from './readings/rollUp.ts';
import { storeSamples } from './readings/sample.ts';

type Values = (number | null)[];
interface Chart {
  stepSeconds: number;
  times: number[];
  cpuPercent: Values;
  diskReadBytesPerSecond: Values;
  networkSentBytesPerSecond: Values;
  lows: { cpuPercent: Values };
  highs: { cpuPercent: Values };
  parts: { id: string; kind: string; name: string }[];
}
interface PartChart {
  part: { kind: string };
  readBytesPerSecond: Values;
  writeBytesPerSecond: Values;
  readOpsPerSecond: Values;
}

let app: TestApp;
let owner: TestClient;
let otherUser: TestClient;
let serverId: string;
let diskId: string;
let nicId: string;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  otherUser = await app.signInAs('user');
  serverId = await createServer(owner);
  // Only this test measures a server that is off.
  await turnOff(serverId);
  const chart = (await owner.get<Chart>(`/servers/${serverId}/statistics?range=1h`)).body;
  diskId = chart.parts.find(({ kind }) => kind === 'disk')?.id ?? '';
  nicId = chart.parts.find(({ kind }) => kind === 'nic')?.id ?? '';
}, 60_000);
afterAll(() => app.close());

async function turnOff(id: string): Promise<void> {
  const { body } = await owner.put<{ cmdId: number }>(`/servers/${id}/power`, { state: 'off' });
  const exitCode = async () =>
    (await owner.get<{ exitCode: number | null }>(`/queue/command/${body.cmdId}`)).body.exitCode;
  await vi.waitFor(async () => expect(await exitCode()).toBe(0), { timeout: 15_000 });
}
const db = () => app.portal.services.database.db;
const errorsOf = (answer: Answer) => answer.body.errors?.map((error) => [error.code, error.key]);
const nonNull = (values: Values | undefined): number[] =>
  (values ?? []).filter((value) => value !== null);
const chartOf = async (query: string, id = serverId) =>
  (await owner.get<Chart>(`/servers/${id}/statistics?${query}`)).body;

/** A sample from this many seconds ago, with counters of a disk and an interface. */
const sampleOf = (secondsAgo: number, cpuPercent: number, counted: number) => ({
  id: serverId,
  at: new Date(Date.now() - secondsAgo * 1000),
  cpuPercent,
  memory: { usedMb: 512, totalMb: 1024 },
  disks: [
    {
      id: diskId,
      readBytes: counted,
      writeBytes: counted * 2,
      readOps: counted / 100,
      writeOps: counted / 50,
    },
  ],
  nics: [{ id: nicId, receivedBytes: counted * 3, sentBytes: counted * 4 }],
});

describe('metrics', () => {
  it('are converted to rates of the server and of each disk and network interface, as charts and as a table', async () => {
    const now = Date.now();
    const at = (secondsAgo: number) => new Date(now - secondsAgo * 1000);
    await storeSamples({ db: db() }, [{ ...sampleOf(70, 10, 1_000), at: at(70) }]);
    await storeSamples({ db: db() }, [{ ...sampleOf(40, 30, 31_000), at: at(40) }]);
    const chart = await chartOf('range=1h');
    expect(chart.stepSeconds).toBe(30);
    expect(nonNull(chart.cpuPercent)).toEqual([10, 30]);
    expect(nonNull(chart.diskReadBytesPerSecond)).toEqual([1000]);
    expect(nonNull(chart.networkSentBytesPerSecond)).toEqual([4000]);
    const disk = (await owner.get<PartChart>(`/servers/${serverId}/statistics/${diskId}?range=1h`))
      .body;
    expect([
      disk.part.kind,
      nonNull(disk.readBytesPerSecond),
      nonNull(disk.writeBytesPerSecond),
      nonNull(disk.readOpsPerSecond),
    ]).toEqual([...['disk', [1000], [2000], [10]]]);
    const nicChart = (
      await owner.get<PartChart>(`/servers/${serverId}/statistics/${nicId}?range=1h`)
    ).body;
    expect([
      nicChart.part.kind,
      nonNull(nicChart.readBytesPerSecond),
      nonNull(nicChart.writeBytesPerSecond),
      nonNull(nicChart.readOpsPerSecond),
    ]).toEqual([...['nic', [3000], [4000], []]]);
    const csv = (await owner.get(`/servers/${serverId}/statistics/csv?range=1h&part=${nicId}`)).text
      .trim()
      .split('\r\n');
    expect(csv).toHaveLength(2);
    expect(csv[1]).toMatch(/^\d{4}-.*Z,30,3000,3000,3000,4000,4000,4000,,,,,,$/);
  });

  it('from reset counters have no rate, and counting continues from there', async () => {
    await storeSamples({ db: db() }, [sampleOf(10, 50, 500)]);
    const { rows } = await sql<{ sent: number | null; total: number }>`
      select sent_bytes as sent, sent_total::int as total from server_sample where server_id = ${serverId} order by at desc limit 1`.execute(
      db(),
    );
    expect(rows).toEqual([{ sent: null, total: 2000 }]);
  });

  it('belong to the interval they were measured in, even in the middle of it', async () => {
    const id = await createServer(owner);
    const middle = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
    for (const [step, percent] of [10, 20, 30, 40].entries())
      await storeSamples({ db: db() }, [
        {
          ...sampleOf(0, percent, 0),
          id,
          at: new Date(middle - (8 - step) * 30_000),
          disks: [],
          nics: [],
        },
      ]);
    const { times, cpuPercent } = await chartOf('range=1h', id);
    const read = times.flatMap((time, position) =>
      cpuPercent[position] == null ? [] : [[time, cpuPercent[position]]],
    );
    expect(read).toEqual(
      [10, 20, 30, 40].map((percent, step) => [middle / 1000 - 15 - (8 - step) * 30, percent]),
    );
  });
});

describe('aggregation', () => {
  it('keeps mean, minimum and maximum through every level, and repeating it changes nothing', async () => {
    const id = await createServer(owner);
    await sql`
      insert into server_sample (server_id, at, cpu_percent, memory_used_mb, memory_total_mb, disk_read_bytes, received_total)
      select ${id}, date_bin('1 day', now(), 'epoch') - interval '1 day' + n * interval '30 seconds', case when n = 7 then 99 else 20 end, 100 + n, 1024, case when n % 2 = 0 then 10 end, 5
      from generate_series(0, 2879) n`.execute(db());
    await sql`delete from server_sample_level`.execute(db());
    const rows = async () =>
      (
        await sql`select 'd' as level, cpu_percent_min, cpu_percent_max, round(cpu_percent::numeric, 3)::float8 as mean, samples, memory_used_mb_max as most, disk_read_bytes as disk,
        received_total::int as received from server_sample_1d where server_id = ${id}`.execute(db())
      ).rows;
    await rollUp({ db: db() });
    const day = {
      level: 'd',
      cpu_percent_min: 20,
      cpu_percent_max: 99,
      mean: 20.027,
      samples: 2880,
      most: 2979,
      disk: 10,
      received: 14_400,
    };
    expect(await rows()).toEqual([day]);
    await rollUp({ db: db() });
    await sql`delete from server_sample_level`.execute(db());
    await rollUp({ db: db() });
    expect(await rows()).toEqual([day]);
    const hours = await sql<{
      count: number;
    }>`select count(*)::int as count from server_sample_1h where server_id = ${id} and at < date_bin('1 day', now(), 'epoch')`.execute(
      db(),
    );
    expect(hours.rows[0]?.count).toBe(24);
    const chart = await chartOf('range=7d&points=20', id);
    expect(chart.times.length).toBeLessThanOrEqual(20);
    expect(Math.max(...nonNull(chart.highs.cpuPercent))).toBe(99);
    expect(Math.min(...nonNull(chart.lows.cpuPercent))).toBeLessThanOrEqual(20);
  });

  it('shows the available intervals if finer ones are missing', async () => {
    const id = await createServer(owner);
    await sql`
      insert into server_sample_1h (server_id, at, samples, cpu_percent, cpu_percent_max, memory_used_mb, memory_total_mb)
      values (${id}, date_bin('1 hour', now(), 'epoch') - interval '15 days', 120, 42, 60, 1, 1)`.execute(
      db(),
    );
    const hoursAround = (hours: number) =>
      new Date(Date.now() - 15 * 86_400_000 + hours * 3_600_000).toISOString();
    const chart = await chartOf(`from=${hoursAround(-6)}&to=${hoursAround(6)}&points=1000`, id);
    expect([chart.stepSeconds, nonNull(chart.cpuPercent), nonNull(chart.highs.cpuPercent)]).toEqual(
      [3600, [42], [60]],
    );
  });

  it('deletes metrics after the site’s retention period', async () => {
    const age = async (days: number) =>
      await sql`insert into server_sample_5m (server_id, at, samples, cpu_percent, cpu_percent_max, memory_used_mb, memory_total_mb)
        values (${serverId}, date_bin('5 minutes', now(), 'epoch') - ${days} * interval '1 day', 10, 1, 1, 1, 1)`.execute(
        db(),
      );
    await age(9);
    await age(11);
    const ctx = { db: db(), site: await readSite(db(), app.siteId) };
    await sql`insert into setting (site_id, id, value) values (${app.siteId}, 'statistics.keepFiveMinutesDays', '10')`.execute(
      db(),
    );
    await purgeReadings(ctx);
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from now() - at) / 86400)::int as days from server_sample_5m where server_id = ${serverId} and at < now() - interval '5 days'`.execute(
      db(),
    );
    expect(rows).toEqual([{ days: 9 }]);
  });
});

describe('queries', () => {
  it('without parameters return the last day', async () => {
    const chart = (await owner.get<Chart & { range: string }>(`/servers/${serverId}/statistics`))
      .body;
    expect([chart.range, chart.stepSeconds, chart.times.length]).toEqual(['24h', 300, 288]);
  });

  it.each([
    ['to=2026-01-01T00:00:00Z', 'from'],
    ['range=2h', 'range'],
    ['range=1h&from=2026-01-01T00:00:00Z', 'range'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
    ['from=yesterday', 'from'],
    ['from=1985-01-01T00:00:00Z', 'from'],
    ['range=1h&points=9', 'points'],
    ['range=1h&points=4001', 'points'],
  ])('with "%s" are rejected, naming the field', async (query, key) => {
    for (const path of ['', '/csv', `/${diskId}`]) {
      const answer = await owner.get(`/servers/${serverId}/statistics${path}?${query}`);
      expect([answer.status, errorsOf(answer)]).toEqual([400, [[1000, key]]]);
    }
  });

  it('about another user’s server respond as if it didn’t exist, and parts belong to their own server', async () => {
    const missing = '00000000-0000-4000-8000-000000000000';
    for (const path of [
      'statistics?range=1h',
      'statistics/csv?range=1h',
      `statistics/${diskId}?range=1h`,
      'runtime',
      'usage',
      'usage/csv',
    ]) {
      const notOwned = await otherUser.get(`/servers/${serverId}/${path}`);
      const missingAnswer = await otherUser.get(`/servers/${missing}/${path}`);
      expect([notOwned.status, notOwned.text.replaceAll(serverId, '')]).toEqual([
        404,
        missingAnswer.text.replaceAll(missing, ''),
      ]);
    }
    const other = await createServer(owner);
    expect((await owner.get(`/servers/${other}/statistics/${diskId}?range=1h`)).status).toBe(404);
  });
});

describe('server usage', () => {
  interface Usage {
    month: string;
    isRunning: boolean;
    total: Record<
      'hoursOn' | 'cpuHours' | 'ramGbHours' | 'diskGbHours' | 'receivedBytes' | 'sentBytes',
      number
    >;
    days: { day: string }[];
    cost: {
      totals: { amount: string; currency: string }[];
      lines: { item: string; formulas: string[] }[];
    } | null;
  }

  it('for a month includes hours per configuration, traffic, and the billed amount', async () => {
    await sql`delete from server_use where server_id = ${serverId}`.execute(db());
    await sql`
      insert into server_use (server_id, owner_id, power, cores, ram_mb, disk_gb, from_at, to_at) values
        (${serverId}, ${owner.userId}, 'on', 2, 2048, 20, '2026-02-28 22:00Z', '2026-03-01 10:00Z'),
        (${serverId}, ${owner.userId}, 'off', 2, 2048, 20, '2026-03-01 10:00Z', '2026-03-01 20:00Z'),
        (${serverId}, ${owner.userId}, 'suspended', 2, 2048, 20, '2026-03-01 20:00Z', '2026-03-02 01:00Z')`.execute(
      db(),
    );
    await sql`update server_sample_level set done_until = date_bin('1 day', now(), 'epoch')`.execute(
      db(),
    );
    await sql`
      insert into server_sample_1h (server_id, at, samples, cpu_percent, cpu_percent_max, memory_used_mb, memory_total_mb, received_total, sent_total)
      values (${serverId}, '2026-02-28 23:00Z', 1, 1, 1, 1, 1, 7, 7), (${serverId}, '2026-03-01 09:00Z', 1, 1, 1, 1, 1, 1000, 3000000000000)`.execute(
      db(),
    );
    const march = (await owner.get<Usage>(`/servers/${serverId}/usage?month=2026-03`)).body;
    expect(march.total).toEqual({
      hoursOn: 10,
      cpuHours: 20,
      ramGbHours: 30,
      diskGbHours: 500,
      receivedBytes: 1000,
      sentBytes: 3e12,
    });
    expect(march.days).toHaveLength(31);
    const csv = (await owner.get(`/servers/${serverId}/usage/csv?month=2026-03`)).text.split(
      '\r\n',
    );
    expect(csv[1]).toBe('2026-03-01,10,20,28,480,1000,3000000000000');
    const now = (await owner.get<Usage>(`/servers/${serverId}/usage`)).body;
    const serverCost = (
      await owner.get<{ amount: string; currency: string }>(`/servers/${serverId}/cost`)
    ).body;
    expect(now.isRunning).toBe(true);
    expect(now.cost?.totals).toEqual([
      { amount: serverCost.amount, currency: serverCost.currency },
    ]);
    expect(now.cost?.lines.map(({ item }) => item)).toContain('disk.gb');
    expect(now.cost?.lines.every(({ formulas }) => formulas.length > 0)).toBe(true);
  });

  it('is recorded at every change of its power state and size', async () => {
    const id = await createServer(owner);
    const spans = async () =>
      (
        await sql<{
          power: string;
          isOpen: boolean;
        }>`select power, to_at is null as "isOpen" from server_use where server_id = ${id} order by id`.execute(
          db(),
        )
      ).rows;
    expect(await spans()).toEqual([{ power: 'on', isOpen: true }]);
    await turnOff(id);
    expect(await spans()).toEqual([
      { power: 'on', isOpen: false },
      { power: 'off', isOpen: true },
    ]);
  });

  it.each(['2026-13', '26-01', 'march', '2026-1'])('in "%s" is rejected', async (month) => {
    const answer = await owner.get(`/servers/${serverId}/usage?month=${month}`);
    expect([answer.status, errorsOf(answer)]).toEqual([400, [[1000, 'month']]]);
  });
});
