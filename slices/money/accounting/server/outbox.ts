import { sql } from 'kysely';
import { asPortal } from '../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../server/platform/context.ts';
import {
  cancelOutbound,
  lockOutbound,
  requeueOutbound,
} from '../../../../server/platform/outbound/manageJobs.ts';
import { outboundType } from '../../../../server/platform/outbound/outbound.ts';
import { queueOutbound } from '../../../../server/platform/outbound/queue.ts';
import type { exportStates } from '../contract.ts';
import { localize } from '../texts/localize.ts';

export type ExportState = (typeof exportStates)[number];

export type DocumentPayload = { documentId: string; companyId: string };

/**
 * The delivery that exports a document. Its key is the document ID, so the service stores the
 * document only once.
 */
export const documentDelivery = outboundType<DocumentPayload>('accounting.document');

const jobOf = (documentId: string, companyId: string) => ({
  key: documentId,
  payload: { documentId, companyId },
  sequence: companyId,
});

const asPortalContext = (ctx: Context): Context =>
  asPortal(ctx, 'deliveries belong to the portal; the documents are the caller’s');

/**
 * Queues a month's documents in order, each once. Does nothing if no service is connected. Returns
 * the number of newly queued documents.
 */
export async function queueDocuments(
  ctx: Context,
  { companyId, period }: { companyId: string; period: string },
  documentIds: readonly string[],
  requestedBy: string | null,
): Promise<number> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: string }>`
    insert into accounting_hand_over (document_id, company_id, period, queued_at, asked_by, due_at)
    select given.id, c.company_id, ${period}, ${now}, ${requestedBy}, ${now}
    from unnest(${[...documentIds]}::uuid[]) as given (id) join accounting_connection c on c.company_id = ${companyId}
    on conflict (document_id) do nothing returning document_id as id`.execute(ctx.db);
  const added = new Set(rows.map(({ id }) => id));
  for (const id of documentIds)
    if (added.has(id))
      await queueOutbound(asPortalContext(ctx), documentDelivery, jobOf(id, companyId));
  return added.size;
}

/**
 * Retries failed exports, and sends waiting documents immediately. Rejected documents are
 * regenerated, because the service didn't store them. Failed ones are sent unchanged, because the
 * service may have stored them. Returns the affected document IDs.
 */
export async function requeueExports(
  ctx: Context,
  documentIds: readonly string[],
  requestedBy: string,
): Promise<string[]> {
  await lockOutbound(asPortalContext(ctx), documentDelivery, documentIds);
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: string; companyId: string }>`
    update accounting_hand_over set state = 'waiting', asked_by = ${requestedBy}, due_at = ${now}, attempts = 0, told_at = null,
      payload = case when state = 'refused' then null else payload end
    where document_id = any(${[...documentIds]}::uuid[]) and state <> 'sent' returning document_id as id, company_id as "companyId"`.execute(
    ctx.db,
  );
  const companies = new Map(rows.map(({ id, companyId }) => [id, companyId]));
  const affected = documentIds.filter((id) => companies.has(id));
  for (const id of affected)
    await requeueOutbound(
      asPortalContext(ctx),
      documentDelivery,
      jobOf(id, companies.get(id) ?? ''),
    );
  return affected;
}

/**
 * Makes waiting documents due now and restarts their retry period. Called after the connection is
 * fixed.
 */
export async function resumePendingExports(ctx: Context, companyId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select document_id as id from accounting_hand_over where company_id = ${companyId} and state = 'waiting'
    order by queued_at, document_id`.execute(ctx.db);
  for (const { id } of rows)
    await requeueOutbound(asPortalContext(ctx), documentDelivery, jobOf(id, companyId));
}

const disconnected = localize('disconnected');

/**
 * Cancels pending exports. Documents that were never sent are removed, and those sent without a
 * response are marked as failed.
 */
export async function cancelPendingExports(ctx: Context, companyId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select document_id as id from accounting_hand_over where company_id = ${companyId} and state = 'waiting'`.execute(
    ctx.db,
  );
  const ids = rows.map(({ id }) => id);
  await lockOutbound(asPortalContext(ctx), documentDelivery, ids);
  await sql`
    delete from accounting_hand_over where company_id = ${companyId} and state = 'waiting' and payload is null`.execute(
    ctx.db,
  );
  await cancelOutbound(asPortalContext(ctx), documentDelivery, ids, disconnected);
}

/**
 * Returns the stored payload of a document. On the first attempt, stores the payload from `create`
 * before it's sent.
 */
export async function storePayload(
  ctx: Pick<Context, 'db'>,
  documentId: string,
  create: () => Promise<string>,
): Promise<string> {
  const { rows: before } = await sql<{ payload: string | null }>`
    select payload from accounting_hand_over where document_id = ${documentId}`.execute(ctx.db);
  const payload = before[0]?.payload ?? (await create());
  const { rows } = await sql<{ payload: string }>`
    update accounting_hand_over set payload = coalesce(payload, ${payload}) where document_id = ${documentId} and state = 'waiting'
    returning payload`.execute(ctx.db);
  if (!rows[0]) throw new Error(`The document ${documentId} isn’t to be exported anymore.`);
  return rows[0].payload;
}

/** The state of an export after an attempt or a change. */
export interface Outcome {
  state: ExportState;
  attempts: number;
  /** The time of the next attempt while the export is waiting. */
  dueAt: Date | null;
  /** Whether the company's administrators have been notified. */
  isTold: boolean;
  resultCode: string;
  resultText: string;
  reference: string;
  link: string;
}

/** Records the state. Returns false if the document is no longer being exported. */
export async function recordOutcome(
  ctx: Pick<Context, 'db' | 'clock'>,
  documentId: string,
  { state, attempts, dueAt, isTold, resultCode, resultText, reference, link }: Outcome,
): Promise<boolean> {
  const now = ctx.clock.now();
  // An operator retries the export. The service stored nothing for a rejected document.
  const isRequeued = sql`(${state} = 'waiting' and state in ('refused', 'failed'))`;
  const { numAffectedRows } = await sql`
    update accounting_hand_over set state = ${state}, attempts = ${attempts}, due_at = ${dueAt ?? now}, sent_at = ${state === 'sent' ? now : null},
      tried_at = case when ${attempts} > attempts then ${now} else tried_at end, told_at = case when ${isTold} then ${now} when ${isRequeued} then null else told_at end,
      payload = case when ${isRequeued} and state = 'refused' then null else payload end,
      result_code = ${resultCode}, result_text = ${resultText}, reference = ${reference}, link = ${link}
    where document_id = ${documentId}`.execute(ctx.db);
  return Number(numAffectedRows ?? 0) > 0;
}
