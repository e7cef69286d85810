import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../../server/platform/context.ts';
import type { handOverStates } from '../contract.ts';

export type HandOverState = (typeof handOverStates)[number];

/**
 * Longer than any single attempt: a process that locks a document for longer is considered dead.
 */
const leaseMs = 2 * 60_000;

/** Documents in export order: each is due a little before the next. As `given (id, due)`. */
const inLine = (documentIds: readonly string[], now: Date) => sql`(
  select id, ${now}::timestamptz - (${documentIds.length} - rank) * interval '1 microsecond' as due
  from unnest(${[...documentIds]}::uuid[]) with ordinality as ranked (id, rank)) as given`;

/**
 * Puts documents of a month into the outbox in their order, each once; not where no service is
 * connected. Gives how many are new there.
 */
export async function queueDocuments(
  ctx: Pick<Context, 'db' | 'clock'>,
  { companyId, period }: { companyId: string; period: string },
  documentIds: readonly string[],
  askedBy: string | null,
): Promise<number> {
  const now = ctx.clock.now();
  const { numAffectedRows } = await sql`
    insert into accounting_hand_over (document_id, company_id, period, queued_at, asked_by, since, due_at)
    select given.id, c.company_id, ${period}, ${now}, ${askedBy}, ${now}, given.due
    from ${inLine(documentIds, now)} join accounting_connection c on c.company_id = ${companyId}
    on conflict (document_id) do nothing`.execute(ctx.db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Retries failed exports, and sends waiting documents immediately. Rejected documents are
 * regenerated, because the service stored nothing of them. Abandoned ones are sent unchanged,
 * because they may have been stored. Returns the affected documents.
 */
export async function queueAgain(
  ctx: Pick<Context, 'db' | 'clock'>,
  documentIds: readonly string[],
  askedBy: string,
): Promise<string[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: string }>`
    update accounting_hand_over set state = 'waiting', asked_by = ${askedBy}, since = ${now}, due_at = given.due, attempts = 0, told_at = null,
      payload = case when state = 'refused' then null else payload end
    from ${inLine(documentIds, now)} where document_id = given.id and state <> 'sent' returning document_id as id`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}

/** Makes waiting documents due now, with a day for retries: the connection was fixed. */
export async function letGoOn(
  ctx: Pick<Context, 'db' | 'clock'>,
  companyId: string,
): Promise<void> {
  const now = ctx.clock.now();
  await sql`
    update accounting_hand_over set since = ${now}, due_at = least(due_at, ${now}) where company_id = ${companyId} and state = 'waiting'`.execute(
    ctx.db,
  );
}

/**
 * Stops the export: documents that were never sent are removed, and those sent without a response
 * are marked as failed.
 */
export async function leaveWaiting(
  ctx: Pick<Context, 'db' | 'clock'>,
  companyId: string,
): Promise<void> {
  const ofCompany = sql`company_id = ${companyId} and state = 'waiting'`;
  await sql`delete from accounting_hand_over where ${ofCompany} and payload is null`.execute(
    ctx.db,
  );
  await sql`
    update accounting_hand_over set state = 'failed', claim = null, lease_until = null, told_at = ${ctx.clock.now()} where ${ofCompany}`.execute(
    ctx.db,
  );
}

/** A document that one worker holds. */
export interface Claimed {
  documentId: string;
  companyId: string;
  period: string;
  claim: string;
  attempts: number;
  since: Date;
  payload: string | null;
}

/** Locks the next due document of the company for a limited time. Null when there is none. */
export async function claimNext(
  ctx: Pick<Context, 'db' | 'clock'>,
  companyId: string,
): Promise<Claimed | null> {
  const now = ctx.clock.now();
  const { rows } = await sql<Claimed>`
    update accounting_hand_over set claim = ${randomUUID()}, lease_until = ${new Date(now.getTime() + leaseMs)}, attempts = attempts + 1, tried_at = ${now}
    where document_id = (
      select h.document_id from accounting_hand_over h join accounting_connection c using (company_id)
      where h.company_id = ${companyId} and c.is_on and h.state = 'waiting' and h.due_at <= ${now} and (h.lease_until is null or h.lease_until <= ${now})
      order by h.due_at, h.document_id limit 1 for update of h skip locked
    ) returning document_id as "documentId", company_id as "companyId", period, claim, attempts, since, payload`.execute(
    ctx.db,
  );
  return rows[0] ?? null;
}

/**
 * Stores the payload before it is sent. Throws when another process has taken over the document.
 */
export async function keepPayload(
  ctx: Pick<Context, 'db'>,
  { documentId, claim }: Claimed,
  payload: string,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update accounting_hand_over set payload = ${payload} where document_id = ${documentId} and claim = ${claim} and state = 'waiting'`.execute(
    ctx.db,
  );
  if (Number(numAffectedRows ?? 0) === 0)
    throw new Error(`The document ${documentId} is handed over by another worker.`);
}

/** What has become of an attempt. */
export interface Outcome {
  state: HandOverState;
  /** When it is tried next, while it waits. */
  dueAt: Date | null;
  resultCode: string;
  resultText: string;
  reference: string;
  link: string;
}

/**
 * Writes down what has become of an attempt, if the document is still this worker's. Gives whether
 * it was.
 */
export async function settle(
  ctx: Pick<Context, 'db' | 'clock'>,
  { documentId, claim }: Claimed,
  outcome: Outcome,
): Promise<boolean> {
  const { state, dueAt, resultCode, resultText, reference, link } = outcome;
  const now = ctx.clock.now();
  const { numAffectedRows } = await sql`
    update accounting_hand_over set state = ${state}, claim = null, lease_until = null, due_at = ${dueAt ?? now}, sent_at = ${state === 'sent' ? now : null},
      result_code = ${resultCode}, result_text = ${resultText}, reference = ${reference}, link = ${link}
    where document_id = ${documentId} and claim = ${claim} and state = 'waiting'`.execute(ctx.db);
  return Number(numAffectedRows ?? 0) > 0;
}
