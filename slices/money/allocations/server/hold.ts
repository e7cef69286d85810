import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { authorityCountry } from './connection/connections.ts';
import { queueRequest } from './requests/requests.ts';
import type { AskedInvoice } from './store.ts';

/** The currency of all requests to the authority. */
export const authorityCurrency = 'ILS';

export interface IssuedInvoice {
  documentId: string;
  companyId: string;
  userId: string;
  currency: string;
  sellerCountry: string;
  buyer: { kind: 'person' | 'company'; country: string; taxNumber: string };
  /** Exact decimal text. */
  tax: string;
}

/**
 * Sold with tax, in Israel, to a business of Israel: only there a number decides whether the tax
 * can be deducted.
 */
const isBetweenBusinesses = ({ sellerCountry, buyer, tax }: IssuedInvoice): boolean =>
  sellerCountry === authorityCountry &&
  buyer.country === authorityCountry &&
  buyer.kind === 'company' &&
  buyer.taxNumber !== '' &&
  !/^[0.]+$/.test(tax);

/**
 * Holds a newly issued document until the authority has decided whether it needs a number and
 * assigned it, in the issuing transaction. False: it is released immediately, because it needs none
 * or the company isn't connected. `asked` is called only when needed.
 */
export async function putOnHold(
  ctx: Context,
  issued: IssuedInvoice,
  asked: () => Promise<AskedInvoice>,
): Promise<boolean> {
  if (!isBetweenBusinesses(issued) || !(await isConnected(ctx, issued.companyId))) return false;
  const { documentId, companyId, userId, currency } = issued;
  const invoice = await asked();
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

/** Whether the company has numbers for its documents; it stays so until the transaction ends. */
async function isConnected(ctx: Pick<Context, 'db'>, companyId: string): Promise<boolean> {
  const { rows } =
    await sql`select from tax_authority_connection where company_id = ${companyId} for key share`.execute(
      ctx.db,
    );
  return rows.length > 0;
}

/** A company without a connection whose documents to businesses would need numbers. */
export async function lacksAuthority(
  ctx: Pick<Context, 'db'>,
  { id, country }: { id: string; country: string },
): Promise<boolean> {
  if (country !== authorityCountry) return false;
  const { rows } = await sql`select from tax_authority_connection where company_id = ${id}`.execute(
    ctx.db,
  );
  return rows.length === 0;
}
