import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../server/platform/database/database.ts';
import { rollUp } from '../../slices/cloud/statistics/server/readings/rollUp.ts';
import { storeSamples } from '../../slices/cloud/statistics/server/readings/sample.ts';
import { fillServers } from '../harness/fillServers.ts';
import { startBenchPortal } from '../harness/portal.ts';
import { reportMarks } from '../harness/report.ts';

/**
 * Readings of 10,000 servers with 15,000 disks and 15,000 network interfaces every 30 seconds: the
 * CPU time of this process and of all PostgreSQL processes for storing them and rolling them up, as
 * a share of one core. Five minutes of readings, in sequence.
 */
const servers = 10_000;
const rounds = 10;
const intervalSeconds = 30;
const ticksPerSecond = 100;
const portal = await startBenchPortal();
const { userId } = portal.root;
await portal.restart({ CLOUDBERTH_ROLE: 'api' });
const database = openDatabase(portal.databaseUrl, () => undefined, { isWalled: false });
const { db } = database;
await fillServers(db, userId, servers);
await sql`insert into server_disk (id, server_id, position, size_gb) select gen_random_uuid(), id, 2, 20 from server where cores % 2 = 0`.execute(
  db,
);
await sql`analyze`.execute(db);
const { rows } = await sql<{ id: string; disks: string[] }>`
  select s.id, array_agg(d.id::text) as disks from server s join server_disk d on d.server_id = s.id group by s.id`.execute(
  db,
);

const postmaster =
  Number(
    (
      await readFile(join(portal.dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
    ).split('\n')[0],
  ) || (await findPostmaster());

async function findPostmaster(): Promise<number> {
  for (const entry of await readdir(portal.dataDir, { recursive: true }))
    if (entry.endsWith('postmaster.pid'))
      return Number((await readFile(join(portal.dataDir, entry), 'utf8')).split('\n')[0]);
  throw new Error('PostgreSQL left no postmaster.pid in the data folder.');
}

/** CPU seconds of PostgreSQL, including processes that have ended. */
async function postgresSeconds(): Promise<number> {
  let ticks = 0;
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    const fields = stat
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    const [, parent, , , , , , , , , , own = 0, system = 0, ended = 0, endedSystem = 0] = fields;
    if (Number(entry) === postmaster) ticks += own + system + ended + endedSystem;
    else if (parent === postmaster) ticks += own + system;
  }
  return ticks / ticksPerSecond;
}
const ownSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
async function cost(work: () => Promise<void>): Promise<number> {
  const cpuBefore = ownSeconds() + (await postgresSeconds());
  await work();
  return ownSeconds() + (await postgresSeconds()) - cpuBefore;
}

const start = Math.floor(Date.now() / 300_000) * 300_000 - 600_000;
const nicIds = rows.map(({ disks }) => disks.map(() => crypto.randomUUID()));
const samplesOf = (round: number) =>
  rows.map(({ id, disks }, server) => {
    const counterValue = (round + 1) * 1_000_000 + server;
    return {
      ...{
        id,
        at: new Date(start + round * intervalSeconds * 1000),
        cpuPercent: (server * 7 + round * 13) % 100,
      },
      memory: { usedMb: 300 + ((server + round) % 200), totalMb: 1024 },
      disks: disks.map((disk) => ({
        id: disk,
        readBytes: counterValue,
        writeBytes: counterValue * 2,
        readOps: round * 90 + server,
        writeOps: round * 120 + server,
      })),
      nics: (nicIds[server] ?? []).map((nicId) => ({
        id: nicId,
        receivedBytes: counterValue * 3,
        sentBytes: counterValue * 4,
      })),
    };
  });
await sql`update server_runtime set sampled_at = null`.execute(db);
// The first batch has no rates and creates the rows that the others update.
await storeSamples({ db }, samplesOf(0));
const storeCosts: number[] = [];
const elapsed: number[] = [];
for (let round = 1; round <= rounds; round++) {
  const samples = samplesOf(round);
  const started = performance.now();
  storeCosts.push(await cost(() => storeSamples({ db }, samples)));
  elapsed.push((performance.now() - started) / 1000);
}
await sql`delete from server_sample_level`.execute(db);
const rollUpCost = await cost(() => rollUp({ db }));
const counts = await sql<{ whole: number; parts: number; steps: number }>`
  select (select count(*) from server_sample)::int as whole, (select count(*) from server_part_sample)::int as parts, (select count(*) from server_part_sample_5m)::int as steps`.execute(
  db,
);
await database.close();
await portal.stop();
const mean = storeCosts.reduce((sum, seconds) => sum + seconds, 0) / rounds;
const { whole = 0, parts = 0, steps = 0 } = counts.rows[0] ?? {};
process.stdout.write(
  `${whole} readings of servers, ${parts} of disks and cards, ${steps} steps of five minutes of these; a round takes ${(elapsed.reduce((a, b) => a + b, 0) / rounds).toFixed(2)} s\n`,
);
reportMarks([
  {
    what: 'keeping the readings of 10,000 servers, share of one core',
    value: (100 * mean) / intervalSeconds,
    unit: '%',
    kind: 'most',
    limit: 25,
  },
  {
    what: 'keeping and rolling them up, share of one core',
    value: (100 * mean) / intervalSeconds + (100 * rollUpCost) / ((rounds + 1) * intervalSeconds),
    unit: '%',
    kind: 'most',
    limit: 25,
  },
]);
