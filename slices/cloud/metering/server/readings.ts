import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DatabaseHandle } from '../../../../server/platform/database/database.ts';

/** The engine's counter of one resource for one hour, with its owner. */
export interface Reading {
  subjectId: string;
  kind: 'traffic';
  /** The begin of the hour, a whole one. */
  hour: Date;
  ownerId: string;
  siteId: string;
  /** bytes */
  quantity: number;
}

/** Older readings are ignored, because they can only be repetitions. */
export const readingDays = 60;

const hourMs = 3_600_000;
const columns = 'subject_id, kind, hour, owner_id, site_id, quantity, arrived_at';
/** PostgreSQL's `unique_violation`. */
const isThereAlready = '23505';
const rowsAtOnce = 2_000;

/**
 * Stores readings, all of them or none, and repetitions change nothing: an hour's existing reading
 * stays. They are copied directly into their table; only if one of them existed before, the others
 * are selected. Throws for a reading that no engine can have taken.
 */
export async function storeReadings(
  { pool }: Pick<DatabaseHandle, 'pool'>,
  readings: readonly Reading[],
  now: Date,
): Promise<void> {
  for (const reading of readings) ask(reading, now);
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
      if (!(error instanceof pg.DatabaseError && error.code === isThereAlready)) throw error;
      await client.query('rollback to savepoint untouched');
      await addNew(client, readings, arrivedAt);
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

function ask({ subjectId, hour, quantity }: Reading, now: Date): void {
  const at = hour.getTime();
  const age = now.getTime() - at;
  if (!Number.isSafeInteger(quantity) || quantity < 0)
    throw new Error(`A reading of ${subjectId} is a whole number of bytes, not ${quantity}.`);
  if (!(at % hourMs === 0))
    throw new Error(`A reading of ${subjectId} is of a whole hour, not of ${String(hour)}.`);
  if (age < 0 || age > readingDays * 24 * hourMs)
    throw new Error(
      `A reading of ${subjectId} is of the last ${readingDays} days, not of ${hour.toISOString()}.`,
    );
}

/**
 * Locked until the transaction ends, so that readings are stored either before a month is closed or
 * after.
 */
async function timeOf(client: pg.PoolClient, now: Date): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>('select metering_time($1) as at', [now]);
  return rows[0]?.at ?? now;
}

async function addNew(
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
 * PostgreSQL's text format: a line for each row, tabs between its values, none of which holds a
 * sign that would need care.
 */
function* textOf(readings: readonly Reading[], arrivedAt: string): Generator<string> {
  let text = '';
  for (const [index, { subjectId, kind, hour, ownerId, siteId, quantity }] of readings.entries()) {
    text += `${subjectId}\t${kind}\t${hour.toISOString()}\t${ownerId}\t${siteId}\t${quantity}\t${arrivedAt}\n`;
    if (index % rowsAtOnce !== rowsAtOnce - 1) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
