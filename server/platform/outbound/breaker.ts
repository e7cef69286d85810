import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { type BreakerPolicy, breakerOpenMs } from './retryPolicy.ts';

/** The circuit breaker of a destination, shared by all processes. */
export interface BreakerKey {
  type: string;
  key: string;
}

/**
 * Whether the job can be attempted at the destination. When the rest time of an open breaker has
 * passed, one job is let through as a probe, and the others wait for its outcome, at most
 * `probeMs`.
 */
export async function enterDestination(
  db: Database,
  { type, key }: BreakerKey,
  now: Date,
  probeMs: number,
): Promise<'closed' | 'probe' | 'open'> {
  const { rows } = await sql<{ isProbe: boolean }>`
    with probe as (
      update outbound_destination set open_until = ${new Date(now.getTime() + probeMs)}
      where type = ${type} and key = ${key} and open_until <= ${now} returning true as is_probe)
    select exists (select from probe) as "isProbe" from outbound_destination
    where type = ${type} and key = ${key} and open_until is not null`.execute(db);
  if (!rows[0]) return 'closed';
  return rows[0].isProbe ? 'probe' : 'open';
}

/**
 * Closes the breaker so that jobs are attempted immediately, for example because a setting has
 * changed.
 */
export async function closeBreaker(db: Database, { type, key }: BreakerKey): Promise<void> {
  await sql`delete from outbound_destination where type = ${type} and key = ${key}`.execute(db);
}

/**
 * Records that the destination works and closes the breaker. An attempt that began before the
 * breaker opened doesn't close it.
 */
export async function recordWorking(
  db: Database,
  { type, key, isProbe }: BreakerKey & { isProbe: boolean },
): Promise<void> {
  await sql`
    delete from outbound_destination
    where type = ${type} and key = ${key} and (open_until is null or ${isProbe})`.execute(db);
}

/**
 * Records that the destination doesn't work. The breaker opens after enough consecutive failures,
 * or after a failed probe. Failures of attempts that began before it opened don't extend its rest
 * time.
 */
export async function recordUnavailable(
  db: Database,
  { type, key }: BreakerKey,
  policy: BreakerPolicy,
  { isProbe, now }: { isProbe: boolean; now: Date },
): Promise<void> {
  const { rows } = await sql<{ failures: number; openings: number; openUntil: Date | null }>`
    insert into outbound_destination (type, key, failures) values (${type}, ${key}, 1)
    on conflict (type, key) do update set failures = outbound_destination.failures + 1
    returning failures, openings, open_until as "openUntil"`.execute(db);
  const [row] = rows;
  if (!row || !(isProbe || (row.failures >= policy.failures && row.openUntil === null))) return;
  const until = new Date(now.getTime() + breakerOpenMs(policy, row.openings));
  await sql`
    update outbound_destination set open_until = ${until}, openings = openings + 1
    where type = ${type} and key = ${key}`.execute(db);
}

/** Records that the destination accepts no more jobs until the given time. */
export async function recordRateLimited(
  db: Database,
  { type, key }: BreakerKey,
  until: Date,
): Promise<void> {
  await sql`
    insert into outbound_destination (type, key, open_until) values (${type}, ${key}, ${until})
    on conflict (type, key) do update set open_until = greatest(outbound_destination.open_until, excluded.open_until)`.execute(
    db,
  );
}
