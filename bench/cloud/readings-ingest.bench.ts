import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import { type DatabaseHandle, openDatabase } from '../../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { prepareDatabase } from '../../server/prepareDatabase.ts';
import { type Reading, storeReadings } from '../../slices/cloud/metering/server/index.ts';
import { median, reportMarks } from '../harness/report.ts';

/**
 * Stores readings of 10,000 servers for 50 hours in the format of the engines' counters. The
 * baseline is a bare COPY of the same rows, already in text format, into the same table with the
 * same index. Then stores the same readings again, all of which already exist.
 */
const servers = 10_000;
const hours = 50;
const rounds = 5;
const hourMs = 3_600_000;
const now = new Date();
const end = Math.floor(now.getTime() / hourMs) * hourMs;
const [ownerId, siteId] = [randomUUID(), randomUUID()];

const subjects = Array.from({ length: servers }, () => randomUUID()).sort();
const readings: Reading[] = Array.from({ length: hours }, (_, hour) =>
  subjects.map((subjectId, index) => ({
    ...{ subjectId, kind: 'traffic' as const, hour: new Date(end - (hours - hour) * hourMs) },
    ...{ ownerId, siteId, quantity: 1_000_000 * index + hour },
  })),
).flat();

/** The input for PostgreSQL, created before the measurement. */
const text: string[] = [];
for (let first = 0; first < readings.length; first += 2_000)
  text.push(
    readings
      .slice(first, first + 2_000)
      .map(
        ({ subjectId, hour, quantity }) =>
          `${subjectId}\ttraffic\t${hour.toISOString()}\t${ownerId}\t${siteId}\t${quantity}\t${now.toISOString()}\n`,
      )
      .join(''),
  );

async function copyBaseline({ pool }: DatabaseHandle): Promise<void> {
  const client = await pool.connect();
  const columns = 'subject_id, kind, hour, owner_id, site_id, quantity, arrived_at';
  await pipeline(
    Readable.from(text),
    client.query(copyFrom(`copy usage_reading (${columns}) from stdin`)),
  );
  client.release();
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

async function truncateReadings({ db }: DatabaseHandle): Promise<void> {
  await sql`alter table usage_reading disable trigger user`.execute(db);
  await sql`truncate usage_reading`.execute(db);
  await sql`checkpoint`.execute(db);
}

async function measure(handle: DatabaseHandle): Promise<void> {
  const [baseline, stored, repeated]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    await truncateReadings(handle);
    baseline.push(await seconds(() => copyBaseline(handle)));
    await truncateReadings(handle);
    stored.push(await seconds(() => storeReadings(handle, readings, now)));
    repeated.push(await seconds(() => storeReadings(handle, readings, now)));
  }
  const perSecond = (times: readonly number[]) => Math.round(readings.length / median(times));
  process.stdout.write(
    `       ${readings.length} readings a round; a second: bare COPY ${perSecond(baseline)}, kept ${perSecond(stored)}, kept again ${perSecond(repeated)}\n`,
  );
  reportMarks([
    {
      what: 'readings kept, of bare COPY',
      value: perSecond(stored) / perSecond(baseline),
      unit: 'times',
      kind: 'least',
      limit: 0.7,
    },
  ]);
}

const dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-bench-'));
await chmod(dataDir, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
try {
  await prepareDatabase({ databaseUrl: postgres.urls.app, migrationUrl: postgres.urls.owner });
  const handle = openDatabase(postgres.urls.app, () => {});
  await measure(handle);
  await handle.close();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
