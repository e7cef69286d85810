import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { LocalizedText } from '../../../contract/languages.ts';
import type { Database } from '../database/database.ts';
import { announce } from '../events/hub.ts';
import type { OutboundState, Payload } from './outbound.ts';
import { withOutboundTables } from './tables.ts';

/** A job that this worker holds until the lease ends. */
export interface ClaimedJob {
  id: number;
  type: string;
  key: string;
  site_id: string;
  payload: Payload;
  claim: string;
  attempts: number;
  queued_at: Date;
}

interface Claim {
  type: string;
  now: Date;
  leaseMs: number;
  /** Destinations that this process currently skips. */
  busy: readonly string[];
  /** If set, only the job with this key is claimed. */
  key?: string;
}

/**
 * Claims the next due job of the type for a limited time. Returns null if there is none. Skips jobs
 * for a destination with an open circuit breaker and jobs behind another job of their sequence.
 */
export async function claimJob(
  db: Database,
  { type, now, leaseMs, busy, key }: Claim,
): Promise<ClaimedJob | null> {
  const { rows } = await sql<ClaimedJob>`
    update outbound_job set claim = ${randomUUID()}, lease_until = ${new Date(now.getTime() + leaseMs)}, attempts = attempts + 1, tried_at = ${now}
    where id = (
      select j.id from outbound_job j
      where j.type = ${type} and j.state = 'waiting' and j.due_at <= ${now} and (j.lease_until is null or j.lease_until <= ${now})
        ${key === undefined ? sql`` : sql`and j.key = ${key}`} and (j.destination is null or j.destination <> all(${[...busy]}::text[]))
        and not exists (
          select from outbound_job e
          where e.type = j.type and e.sequence = j.sequence and e.state = 'waiting' and (e.due_at, e.id) < (j.due_at, j.id))
        and not exists (select from outbound_destination d where d.type = j.type and d.key = j.destination and d.open_until > ${now})
      order by j.due_at, j.id limit 1 for update of j skip locked
    ) returning id, type, key, site_id, payload, claim, attempts, queued_at`.execute(db);
  return rows[0] ?? null;
}

/** Records the destination of the claimed job. */
export async function recordDestination(
  db: Database,
  job: Pick<ClaimedJob, 'id' | 'claim'>,
  { key, title }: { key: string; title: string },
): Promise<void> {
  await sql`
    update outbound_job set destination = ${key}, destination_title = ${title}
    where id = ${job.id} and claim = ${job.claim} and (destination is distinct from ${key} or destination_title <> ${title})`.execute(
    db,
  );
}

/** Returns a job to the queue without counting an attempt. */
export async function releaseJob(
  db: Database,
  job: Pick<ClaimedJob, 'id' | 'claim'>,
): Promise<void> {
  await sql`
    update outbound_job set claim = null, lease_until = null, attempts = attempts - 1
    where id = ${job.id} and claim = ${job.claim}`.execute(db);
}

/** The changes that an attempt makes to a job. */
export interface Settlement {
  state: OutboundState;
  /** Null if the job isn't retried. */
  nextTryAt: Date | null;
  reason: LocalizedText | null;
  detail: string;
}

/** Records the outcome if this worker still holds the job. Returns whether it does. */
export async function settleJob(
  db: Database,
  job: ClaimedJob,
  { state, nextTryAt, reason, detail }: Settlement,
  now: Date,
): Promise<boolean> {
  const settled = await withOutboundTables(db)
    .updateTable('outbound_job')
    .set({
      ...{ state, detail, claim: null, lease_until: null },
      reason: reason && JSON.stringify(reason),
      due_at: nextTryAt ?? now,
      ended_at: nextTryAt ? null : now,
    })
    .where('id', '=', job.id)
    .where('claim', '=', job.claim)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (Number(settled.numUpdatedRows) === 0) return false;
  await announceJob(db, job);
  return true;
}

/** Open screens refetch the job. */
export const announceJob = (
  db: Database,
  { id, site_id }: { id: number; site_id: string },
): Promise<void> => announce(db, { topic: 'delivery', id: String(id), siteId: site_id });
