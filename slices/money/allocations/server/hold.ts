import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { authorityCountry } from './connection/connections.ts';
import { queueRequest } from './requests/requests.ts';
import type { InvoiceToApprove } from './store.ts';

/** The currency of all requests to the authority. */
export const authorityCurrency = 'ILS';

export interface IssuedInvoice {
  documentId: string;
  companyId: string;
  userId: string;
  currency: string;
  sellerCountry: string;
  buyer: { kind: 'person' | 'company'; country: string; taxNumber: string };
  /** Exact decimal as a string. */
  tax: string;
}

/**
 * Whether this is a taxed sale in Israel to an Israeli business. Only these documents need a number
 * for the buyer to deduct the tax.
 */
const isDomesticBusiness = ({ sellerCountry, buyer, tax }: IssuedInvoice): boolean =>
  sellerCountry === authorityCountry &&
  buyer.country === authorityCountry &&
  buyer.kind === 'company' &&
  buyer.taxNumber !== '' &&
  !/^[0.]+$/.test(tax);

/**
 * Puts a newly issued document on hold, in the issuing transaction, until the authority has decided
 * whether it needs a number and assigned one. Returns false if the document is released
 * immediately, because it needs no number or the company isn't connected. `buildInvoice` is called only
 * when needed.
 */
export async function putOnHold(
  ctx: Context,
  issued: IssuedInvoice,
  buildInvoice: () => Promise<InvoiceToApprove>,
): Promise<boolean> {
  if (!isDomesticBusiness(issued) || !(await isConnected(ctx, issued.companyId))) return false;
  const { documentId, companyId, userId, currency } = issued;
  const invoice = await buildInvoice();
  const now = ctx.clock.now();
  const isKnown = currency === authorityCurrency;
  await sql`
    insert into allocation (document_id, company_id, user_id, invoice, currency, rate, rate_on, state, created_at, next_at)
    values (${documentId}, ${companyId}, ${userId}, ${JSON.stringify(invoice)}::jsonb, ${currency}, ${isKnown ? '1' : null}::numeric,
      ${isKnown ? invoice.issuedOn : null}::date, ${isKnown ? 'waiting' : 'needsRate'}, ${now}, ${isKnown ? now : null}::timestamptz)`.execute(
    ctx.db,
  );
  if (isKnown) await queueRequest(ctx, { documentId, companyId });
  return true;
}

/**
 * Whether the company is connected to the authority. Locks the connection until the transaction
 * ends.
 */
async function isConnected(ctx: Pick<Context, 'db'>, companyId: string): Promise<boolean> {
  const { rows } =
    await sql`select from tax_authority_connection where company_id = ${companyId} for key share`.execute(
      ctx.db,
    );
  return rows.length > 0;
}

/** Whether a company's documents to businesses need numbers but the company isn't connected. */
export async function needsAuthorityConnection(
  ctx: Pick<Context, 'db'>,
  { id, country }: { id: string; country: string },
): Promise<boolean> {
  if (country !== authorityCountry) return false;
  const { rows } = await sql`select from tax_authority_connection where company_id = ${id}`.execute(
    ctx.db,
  );
  return rows.length === 0;
}
