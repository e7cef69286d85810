import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { clock } from '../../../../server/platform/clock.ts';
import type { Database } from '../../../../server/platform/database/database.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import type { ConnectionKind } from '../tables.ts';
import { nextTry } from './schedule.ts';

export type OutboxName = 'mail_message' | 'sms_message';

/** Longer than any single attempt: a process that locks a message for longer is considered dead. */
const leaseMs = 5 * 60_000;

/** A message one worker holds. */
export interface Claimed {
  id: number;
  site_id: string;
  user_id: string | null;
  claim: string;
  attempts: number;
  queued_at: Date;
  content: Buffer;
}

const kindOf: Record<OutboxName, ConnectionKind> = { mail_message: 'mail', sms_message: 'sms' };

/**
 * The messages of an outbox that do not leave through one of these connections, which are named by
 * the sites they are of.
 */
function notThrough(outbox: OutboxName, connections: readonly string[]): RawBuilder<unknown> {
  if (connections.length === 0) return sql`true`;
  return sql`coalesce((
    select c.site_id from site s join mail_connection c on c.kind = ${kindOf[outbox]} and c.site_id = any(string_to_array(s.path, '/')::uuid[])
    where s.id = m.site_id order by array_position(string_to_array(s.path, '/')::uuid[], c.site_id) desc limit 1
  ) <> all(${connections}::uuid[]), true)`;
}

/**
 * Locks the next due message for a limited time. Null when there is none. Messages of slow
 * connections wait until the connection responds again.
 */
export async function claimNext<Row extends Claimed>(
  db: Database,
  outbox: OutboxName,
  slow: readonly string[] = [],
): Promise<Row | null> {
  const now = clock.now();
  const table = sql.table(outbox);
  const { rows } = await sql<Row>`
    update ${table} set claim = ${randomUUID()}, lease_until = ${new Date(now.getTime() + leaseMs)}, attempts = attempts + 1, tried_at = ${now}
    where id = (
      select m.id from ${table} m
      where state = 'waiting' and content is not null and due_at <= ${now} and (lease_until is null or lease_until <= ${now})
        and ${notThrough(outbox, slow)}
      order by m.due_at, m.id limit 1 for update of m skip locked
    ) returning *`.execute(db);
  return rows[0] ?? null;
}

/** What has become of a message. */
export type Outcome =
  | { state: 'sent'; problem?: string; reference?: string }
  | { state: 'kept' }
  | { state: 'failed'; problem: string; isPermanent: boolean };

/**
 * Writes down what has become of a message, if it is still this worker's. A worker that dies
 * between the sending and this leaves the message to be sent once more when its lease has run out:
 * at least once, and with the same Message-ID.
 */
export async function settle(
  db: Database,
  outbox: OutboxName,
  row: Claimed,
  outcome: Outcome,
): Promise<void> {
  const now = clock.now();
  const later =
    outcome.state === 'failed' && !outcome.isPermanent
      ? nextTry(outbox, row.attempts, row.queued_at, now)
      : null;
  const state = later ? 'waiting' : outcome.state;
  const problem = 'problem' in outcome ? (outcome.problem ?? '') : '';
  const isSent = state === 'sent';
  const reference =
    outcome.state === 'sent' && outbox === 'sms_message'
      ? sql`, reference = ${outcome.reference ?? ''}`
      : sql``;
  const { numAffectedRows } = await sql`
    update ${sql.table(outbox)} set state = ${state}, problem = ${problem.slice(0, 1000)}, claim = null, lease_until = null,
      due_at = ${later ?? now}, sent_at = ${isSent ? now : null}, content = ${isSent ? sql`null` : sql`content`}${reference}
    where id = ${row.id} and claim = ${row.claim} and state = 'waiting'`.execute(db);
  if (Number(numAffectedRows ?? 0) > 0)
    await announce(db, { topic: 'mail', id: String(row.id), siteId: row.site_id, data: { state } });
}
