import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DatabaseHandle } from '../../../../server/platform/database/database.ts';

/** The usage of one resource in one hour as counted by the engine, with its owner. */
export interface Reading {
  subjectId: string;
  kind: 'traffic';
  /** The start of the hour, exactly on the hour. */
  hour: Date;
  ownerId: string;
  siteId: string;
  /** bytes */
  quantity: number;
}

/** Maximum age of readings in days. */
export const readingDays = 60;

const hourMs = 3_600_000;
const columns = 'subject_id, kind, hour, owner_id, site_id, quantity, arrived_at';
/** PostgreSQL error code `unique_violation`. */
const uniqueViolation = '23505';
const copyBatchSize = 2_000;

/**
 * Stores all readings or none. An existing reading of the same hour is kept. Readings are copied
 * directly into the table. If one of them already exists, they go through a temporary table
 * instead. Throws for an impossible reading.
 */
export async function storeReadings(
  { pool }: Pick<DatabaseHandle, 'pool'>,
  readings: readonly Reading[],
  now: Date,
): Promise<void> {
  for (const reading of readings) checkReading(reading, now);
  if (readings.length === 0) return;
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const arrivedAt = await timeOf(client, now);
    await client.query('savepoint untouched');
    try {
      await copyInto(client, 'usage_reading', readings, arrivedAt);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === uniqueViolation)) throw error;
      await client.query('rollback to savepoint untouched');
      await insertReadings(client, readings, arrivedAt);
    }
    await client.query('commit');
  } catch (error) {
    failure = error as Error;
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release(failure);
  }
}

function checkReading({ subjectId, hour, quantity }: Reading, now: Date): void {
  const rawTime = hour.getTime();
  const age = now.getTime() - rawTime;
  if (!Number.isSafeInteger(quantity) || quantity < 0)
    throw new Error(`A reading of ${subjectId} is a whole number of bytes, not ${quantity}.`);
  if (!(rawTime % hourMs === 0))
    throw new Error(`A reading of ${subjectId} is of a whole hour, not of ${String(hour)}.`);
  if (age < 0 || age > readingDays * 24 * hourMs)
    throw new Error(
      `A reading of ${subjectId} is of the last ${readingDays} days, not of ${hour.toISOString()}.`,
    );
}

/**
 * Takes a lock until the transaction ends, so that readings are stored either before or after a
 * month is closed, and returns the time.
 */
async function timeOf(client: pg.PoolClient, now: Date): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>('select metering_time($1) as at', [now]);
  return rows[0]?.at ?? now;
}

async function insertReadings(
  client: pg.PoolClient,
  readings: readonly Reading[],
  arrivedAt: Date,
): Promise<void> {
  await client.query('create temporary table given_reading (like usage_reading) on commit drop');
  await copyInto(client, 'given_reading', readings, arrivedAt);
  await client.query(
    `insert into usage_reading (${columns}) select ${columns} from given_reading on conflict do nothing`,
  );
}

const copyInto = (
  client: pg.PoolClient,
  table: string,
  readings: readonly Reading[],
  arrivedAt: Date,
): Promise<void> =>
  pipeline(
    textOf(readings, arrivedAt.toISOString()),
    client.query(copyFrom(`copy ${table} (${columns}) from stdin`)),
  );

/**
 * Writes PostgreSQL's text format: one line per row with tab-separated values. None of the values
 * needs escaping.
 */
function* textOf(readings: readonly Reading[], arrivedAt: string): Generator<string> {
  let text = '';
  for (const [index, { subjectId, kind, hour, ownerId, siteId, quantity }] of readings.entries()) {
    text += `${subjectId}\t${kind}\t${hour.toISOString()}\t${ownerId}\t${siteId}\t${quantity}\t${arrivedAt}\n`;
    if (index % copyBatchSize !== copyBatchSize - 1) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
