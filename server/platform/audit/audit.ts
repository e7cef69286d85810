import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { PlatformTables } from '../database/tables.ts';

/** Data that a call adds to its audit entry. */
export interface AuditNote {
  targetType?: string;
  targetId?: string;
  before?: unknown;
  after?: unknown;
  detail?: unknown;
  /**
   * The site that owns the object, for the portal's own actions. Administrators of that site and
   * its parent sites can read the entry.
   */
  siteId?: string;
  /**
   * The outcome for this object, if a call changes several objects. Defaults to the outcome of the
   * call.
   */
  outcome?: AuditOutcome;
  /** An operation within this call made the change and already wrote its own entry. */
  isRecorded?: true;
}

/** `checked`: a dry run without changes. */
export type AuditOutcome = 'done' | 'checked' | 'refused' | 'failed';

/**
 * Writes an audit entry for each action in the given transaction: the user, on whose behalf, the
 * origin, and the target.
 */
export async function writeAudit(
  ctx: Context,
  db: Database,
  operation: string,
  outcome: AuditOutcome,
  notes: readonly AuditNote[],
): Promise<void> {
  const entries = entriesOf(notes);
  if (entries.length === 0) return;
  const operator = ctx.actor?.session?.operator;
  await db
    .insertInto('audit_entry')
    .values(
      entries.map((note) => ({
        site_id: ctx.actor?.siteId ?? note.siteId ?? ctx.site.id,
        actor_id: operator?.userId ?? ctx.actor?.userId ?? null,
        on_behalf_of: operator ? (ctx.actor?.userId ?? null) : ctx.onBehalfOf,
        ip: ctx.ip,
        request_id: ctx.requestId,
        operation,
        outcome: note.outcome ?? outcome,
        target_type: note.targetType ?? null,
        target_id: note.targetId ?? null,
        before: asJson(note.before),
        after: asJson(note.after),
        detail: asJson(note.detail),
        api_key: ctx.actor?.key?.clientId ?? null,
      })),
    )
    .execute();
}

const hasDetails = ({ before, after, detail, outcome }: AuditNote): boolean =>
  before !== undefined || after !== undefined || detail !== undefined || outcome !== undefined;

/**
 * The notes that become entries. A note that only names a target, so that a rejection can include
 * it, is merged into a later note with details about the same target. A call that consists of
 * operations with their own entries adds no entry.
 */
function entriesOf(notes: readonly AuditNote[]): AuditNote[] {
  if (notes.length === 0) return [{}];
  const unrecorded = notes.filter((note) => !note.isRecorded);
  const hasSameTarget = (one: AuditNote) => (other: AuditNote) =>
    other.targetType === one.targetType && other.targetId === one.targetId;
  return unrecorded.filter(
    (note, index) =>
      hasDetails(note) ||
      !unrecorded.some(
        (other, position) => hasSameTarget(note)(other) && (hasDetails(other) || position < index),
      ),
  );
}

const asJson = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);

const sealLock = 7_216_002;

const sealedFields = sql`e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.site_id, e.actor_id, e.on_behalf_of, e.ip, e.request_id, e.operation, e.outcome, e.target_type, e.target_id, e.before, e.after, e.detail`;

/**
 * SQL for the text of an entry `e` that its hash covers, as PostgreSQL formats it. The sealer and
 * offline verification use the same text. Contains the key only if there was one, so that entries
 * from before keys existed keep their text.
 */
export const sealedText = sql<string>`(case when e.api_key is null then jsonb_build_array(${sealedFields}) else jsonb_build_array(${sealedFields}, e.api_key) end)::text`;

/**
 * Returns the hash of an entry: SHA-256 over the previous hash and the entry's text. The first
 * entry uses 32 zero bytes as the previous hash.
 */
export function sealHash(previous: Buffer, entryText: string): Buffer {
  return createHash('sha256').update(previous).update(entryText).digest();
}

export const firstHash = Buffer.alloc(32);

/**
 * Adds the unsealed entries to the hash chain and returns how many it sealed. Only one process does
 * this at a time.
 */
export async function sealAudit(db: Database, batch = 500): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{
      free: boolean;
    }>`select pg_try_advisory_xact_lock(${sealLock}) as free`.execute(trx);
    if (!lock[0]?.free) return 0;
    const last = await trx
      .selectFrom('audit_seal')
      .select(['sequence', 'hash'])
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    const { rows } = await sql<{ id: number; text: string }>`
      select e.id, ${sealedText} as text from audit_entry e
      where e.id > coalesce((select entry_id from audit_seal order by sequence desc limit 1), 0) - 10000
        and not exists (select from audit_seal s where s.entry_id = e.id)
      order by e.id limit ${batch}`.execute(trx);
    let hash: Buffer = last?.hash ?? firstHash;
    let sequence = last?.sequence ?? 0;
    const seals = rows.map((row) => {
      hash = sealHash(hash, row.text);
      sequence += 1;
      return { sequence, entry_id: row.id, hash };
    });
    if (seals.length > 0) await trx.insertInto('audit_seal').values(seals).execute();
    return seals.length;
  });
}

export interface AuditVerdict {
  checked: number;
  /** Number of entries not sealed yet, normally only the newest few. */
  unsealed: number;
  firstBroken: { sequence: number; entryId: number; problem: string } | null;
}

/**
 * Verifies the whole chain and reports the first entry that was changed, removed, added, or moved.
 */
export async function verifyAudit(db: Kysely<PlatformTables>): Promise<AuditVerdict> {
  let hash: Buffer = firstHash;
  let checked = 0;
  for (;;) {
    const { rows } = await sql<{
      sequence: number;
      entry_id: number;
      hash: Buffer;
      text: string | null;
    }>`
      select s.sequence, s.entry_id, s.hash, case when e.id is null then null else ${sealedText} end as text
      from audit_seal s left join audit_entry e on e.id = s.entry_id
      where s.sequence > ${checked} order by s.sequence limit 1000`.execute(db);
    for (const row of rows) {
      const brokenAt = (problem: string): AuditVerdict => ({
        checked,
        unsealed: 0,
        firstBroken: { sequence: row.sequence, entryId: row.entry_id, problem },
      });
      if (row.sequence !== checked + 1) return brokenAt(`seal ${checked + 1} is missing`);
      if (row.text === null) return brokenAt('the entry is missing');
      hash = sealHash(hash, row.text);
      if (!hash.equals(row.hash))
        return brokenAt('the entry or its place in the chain was changed');
      checked += 1;
    }
    if (rows.length === 0) break;
  }
  const { rows: open } = await sql<{
    count: number;
  }>`select count(*) as count from audit_entry e where not exists (select from audit_seal s where s.entry_id = e.id)`.execute(
    db,
  );
  return { checked, unsealed: open[0]?.count ?? 0, firstBroken: null };
}
