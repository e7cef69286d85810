import { sql } from 'kysely';
import { describeProblem, storedProblem } from '../../../../../drivers/problem.ts';
import { TaxAuthorityFailure } from '../../../../../drivers/taxAuthority/port.ts';
import { type AuditNote, writeAudit } from '../../../../../server/platform/audit/audit.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  defineOutbound,
  type OutboundStatus,
  type Receipt,
} from '../../../../../server/platform/outbound/outbound.ts';
import { OutboundFailure } from '../../../../../server/platform/outbound/outboundFailure.ts';
import { parseRetryAfter } from '../../../../../server/platform/outbound/retryPolicy.ts';
import { localize } from '../../texts/localize.ts';
import { type Connection, readConnection } from '../connection/connections.ts';
import { requireAllocation } from './outcome.ts';
import { type RequestPayload, requestDelivery } from './requests.ts';
import { resolveAllocation } from './resolveAllocation.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A request that didn't lead to a decision. */
class RequestFailure extends OutboundFailure {
  /** In the format stored with the document. */
  readonly problem: string;

  constructor(failure: TaxAuthorityFailure, now: Date) {
    const { kind, problem, retryAfter } = failure;
    // Only `invalid` concerns the document. All other failures concern the authority or the
    // connection.
    super(kind === 'invalid' ? 'temporary' : 'unavailable', describeProblem(problem), {
      retryAfterMs: parseRetryAfter(retryAfter, now),
      cause: failure,
    });
    this.problem = storedProblem(problem);
  }
}

/**
 * Requests allocation numbers and reports decisions. The authority identifies a document by one ID
 * and repeats its response, so interrupted requests are sent again.
 */
export const requests = defineOutbound({
  type: requestDelivery,
  title: localize('requests'),
  retry: {
    pausesMs: [2, 4, 8, 16, 32, 64, 128, 256].map((minutes) => minutes * minute).concat(6 * hour),
    limitMs: 30 * day,
  },
  breaker: { failures: 1, restMs: 30_000, maxRestMs: 10 * minute },
  // Longer than a token renewal in another process.
  leaseMs: 5 * minute,
  parallel: 2,
  async destination(ctx, { companyId }) {
    const connection = await readConnection(ctx, companyId);
    if (!connection) return null;
    const { baseAddress, environment } = connection;
    const title = URL.canParse(baseAddress) ? new URL(baseAddress).host : environment;
    return { key: companyId, title, route: connection };
  },
  async send(ctx, payload, { route }): Promise<Receipt> {
    try {
      await resolveAllocationWithAudit(ctx, payload, route);
      return {};
    } catch (error) {
      throw error instanceof TaxAuthorityFailure
        ? new RequestFailure(error, ctx.clock.now())
        : error;
    }
  },
  onChange: recordChange,
  async display(ctx, { documentId, companyId }) {
    const { invoice } = await requireAllocation(ctx, documentId);
    const { rows } = await sql<{ company: string }>`
      select legal_name as company from company where id = ${companyId}`.execute(ctx.db);
    return [
      { title: localize('requests.company'), value: rows[0]?.company ?? '' },
      { title: localize('requests.document'), value: invoice.number },
    ];
  },
});

/** Requests the number or reports the decision, and records the change in the activity log. */
async function resolveAllocationWithAudit(
  ctx: Context,
  { documentId }: RequestPayload,
  connection: Connection,
): Promise<void> {
  const notes: AuditNote[] = [];
  await resolveAllocation(
    { ...ctx, note: (note) => void notes.push(note) },
    documentId,
    connection,
  );
  if (notes.length > 0) await writeAudit(ctx, ctx.db, 'tryAllocation', 'done', notes);
}

/** Copies the time of the next request, and why there is no decision yet, to the document. */
async function recordChange(
  ctx: Context,
  { documentId }: RequestPayload,
  { nextTryAt, failure }: OutboundStatus,
): Promise<void> {
  const problem = failure instanceof RequestFailure ? failure.problem : null;
  await sql`
    update allocation set next_at = ${nextTryAt}, problem = coalesce(${problem}, problem)
    where document_id = ${documentId} and (state = 'waiting' or decision is not null)`.execute(
    ctx.db,
  );
}
