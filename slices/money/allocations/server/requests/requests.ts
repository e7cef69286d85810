import { sql } from 'kysely';
import { asPortal } from '../../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  lockOutbound,
  requeueOutbound,
} from '../../../../../server/platform/outbound/manageJobs.ts';
import { outboundType } from '../../../../../server/platform/outbound/outbound.ts';
import { queueOutbound } from '../../../../../server/platform/outbound/queue.ts';

export type RequestPayload = { documentId: string; companyId: string };

/** The delivery that requests the number of a document or reports a decision about it. */
export const requestDelivery = outboundType<RequestPayload>('allocations.document');

const jobOf = (payload: RequestPayload) => ({ key: payload.documentId, payload });

const asPortalContext = (ctx: Context): Context =>
  asPortal(ctx, 'deliveries belong to the portal; the documents are the caller’s');

/** Queues a request in the transaction that issues the document. */
export const queueRequest = (ctx: Context, payload: RequestPayload): Promise<void> =>
  queueOutbound(asPortalContext(ctx), requestDelivery, jobOf(payload));

/**
 * Locks the delivery jobs of documents. A request locks its job before the document, so code that
 * changes a document calls this first.
 */
export const lockRequests = (ctx: Context, documentIds: readonly string[]): Promise<void> =>
  lockOutbound(asPortalContext(ctx), requestDelivery, documentIds);

/**
 * Queues the request again with a fresh set of attempts, in the transaction that changes the
 * document.
 */
export const requeueRequest = (ctx: Context, payload: RequestPayload): Promise<void> =>
  requeueOutbound(asPortalContext(ctx), requestDelivery, jobOf(payload));

/** Queues all open requests of a company again, after its connection was fixed. */
export async function requeueCompany(ctx: Context, companyId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select document_id as id from allocation where company_id = ${companyId} and (state = 'waiting' or decision is not null)
    order by created_at, document_id`.execute(ctx.db);
  for (const { id } of rows) await requeueRequest(ctx, { documentId: id, companyId });
}
