import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Decision } from '../../../../drivers/taxAuthority/port.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { findCompany } from '../../companies/server/index.ts';
import type { allocationStates, allocationSummary } from '../contract.ts';

export type AllocationState = (typeof allocationStates)[number];
export type AllocationSummary = z.output<typeof allocationSummary>;

/** The total of one kind of item on an invoice, in the document's currency. */
export interface InvoiceItem {
  code: string;
  description: string;
  /** Before discounts and tax. */
  price: string;
  discount: string;
  tax: string;
}

/** The document as sent to the authority, with its data at the time of issue. */
export interface InvoiceToApprove {
  number: string;
  issuedOn: string;
  sellerNumber: string;
  buyerNumber: string;
  buyerName: string;
  /** In percent. */
  taxRate: string;
  items: InvoiceItem[];
}

/** The allocation of a document that needs a number, or may need one. */
export interface Allocation {
  documentId: string;
  companyId: string;
  userId: string;
  invoice: InvoiceToApprove;
  currency: string;
  rate: string | null;
  rateOn: string | null;
  state: AllocationState;
  decision: Decision | null;
  number: string | null;
  code: string;
  field: string;
  problem: string;
  /** The time of the next request. */
  nextAt: Date | null;
}

/**
 * Whether the authority can be asked again: the request is open, or a user can correct the
 * document.
 */
export const isRetryable = ({ state, decision }: Pick<Allocation, 'state' | 'decision'>): boolean =>
  state === 'waiting' || state === 'invalid' || decision !== null;

const columns = sql`
  a.document_id as "documentId", a.company_id as "companyId", a.user_id as "userId", a.invoice, a.currency, trim_scale(a.rate)::text as rate,
  to_char(a.rate_on, 'YYYY-MM-DD') as "rateOn", a.state, a.decision, a.number, a.code, a.field, a.problem, a.next_at as "nextAt"`;

/** Returns null for a document that needs no number. */
export async function readAllocation(
  ctx: Pick<Context, 'db'>,
  documentId: string,
): Promise<Allocation | null> {
  const { rows } = await sql<Allocation>`
    select ${columns} from allocation a where a.document_id = ${documentId}`.execute(ctx.db);
  return rows[0] ?? null;
}

/**
 * Returns the allocation of a document issued by a company in the caller's scope. Documents issued
 * to the caller are excluded. Throws `notFound`.
 */
export async function findAllocation(
  ctx: SignedInContext,
  key: { companyId: string; documentId: string },
): Promise<Allocation> {
  await findCompany(ctx, key.companyId);
  const found = await readAllocation(ctx, key.documentId);
  if (!found || found.companyId !== key.companyId || found.userId === ctx.actor.userId)
    throw userError('notFound', { what: 'document', id: key.documentId }, 'documentId');
  return found;
}

const onHoldStates = sql`('needsRate', 'waiting', 'refused', 'invalid', 'cancelled')`;

/**
 * SQL for the allocation state of a document, given its ID column. Null if the document needs no
 * number.
 */
export const allocationSummaryOf = (
  document: string,
): RawBuilder<AllocationSummary | null> => sql<AllocationSummary | null>`(
  select jsonb_build_object('state', a.state, 'number', right(regexp_replace(a.number, '\\D', '', 'g'), 9), 'isHeld', a.state in ${onHoldStates})
  from allocation a where a.document_id = ${sql.ref(document)})`;

/** SQL for whether a document is on hold and hidden from the customer, given its ID column. */
export const isOnHold = (document: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from allocation a where a.document_id = ${sql.ref(document)} and a.state in ${onHoldStates})`;

const undecidedStates = sql`('needsRate', 'waiting', 'refused', 'invalid')`;

/** SQL for whether the release of a document is still undecided, given its ID column. */
export const isPending = (document: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from allocation a where a.document_id = ${sql.ref(document)} and a.state in ${undecidedStates})`;

/** Returns the number of the company's documents that wait for the authority or a user. */
export async function countUndecided(ctx: Pick<Context, 'db'>, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from allocation where company_id = ${companyId} and state in ${undecidedStates}`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}
