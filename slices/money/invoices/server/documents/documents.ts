import { sql } from 'kysely';
import type { Language } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { writeNumber } from '../../../companies/server/index.ts';
import type { ItemText } from '../../../pricing/server/index.ts';
import type { documentKinds } from '../../contract.ts';
import type { Seller } from '../company.ts';
import type { Regime } from '../tax/regime.ts';

export type DocumentKind = (typeof documentKinds)[number];

/** The customer as shown on documents. */
export interface Buyer {
  email: string;
  number: string | null;
  kind: 'person' | 'company';
  name: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  taxNumber: string;
}

export interface TaxLine {
  name: string;
  /** In percent. */
  rate: string;
  amount: string;
}

/** The contents of a document other than its lines, as they were when it was issued. */
export interface DocumentFacts {
  period: string;
  seller: Seller;
  buyer: Buyer;
  taxes: TaxLine[];
  /** Omitted on documents from before other regimes existed, which means `home`. */
  regime?: Regime;
  items: Record<string, ItemText>;
  /** For credit notes: the number of the credited invoice. */
  about?: string;
  /** For credit notes: the amount is refunded. */
  isSentBack?: boolean;
  /**
   * Descriptions of the EN 16931 rules that the document violates. Omitted if it wasn't checked.
   */
  eInvoiceFaults?: string[];
}

export interface NewDocument {
  invoiceId: string;
  userId: string;
  kind: DocumentKind;
  currency: string;
  net: string;
  tax: string;
  dueOn: string | null;
  language: Language;
  reason: string;
  facts: DocumentFacts;
  transactionId: string;
}

/** Credit notes have a separate number series. */
const seriesOf = ({ series }: Seller, kind: DocumentKind): string =>
  kind === 'invoice' ? series : `${series}-CN`;

/**
 * Adds a prefix to credit note numbers if the format doesn't include the series. Otherwise an
 * invoice and a credit note could get the same number.
 */
function documentTexts(
  seller: Seller,
  kind: DocumentKind,
  values: { series: string; year: number; number: number },
): string {
  const number = writeNumber(seller.numberFormat, values);
  return kind === 'creditNote' && !seller.numberFormat.includes('{series}')
    ? `CN-${number}`
    : number;
}

/**
 * The next number of the series. Its row is locked until the transaction ends, so the next caller
 * waits and gets an unused number.
 */
async function assignNumber(
  ctx: Pick<Context, 'db'>,
  companyId: string,
  series: string,
): Promise<number> {
  if (!ctx.db.isTransaction)
    throw new Error('A number is taken in the transaction that writes its document.');
  const { rows } = await sql<{ last: number }>`
    insert into invoice_series (company_id, series, last) values (${companyId}, ${series}, 1)
    on conflict (company_id, series) do update set last = invoice_series.last + 1 returning last::integer as last`.execute(
    ctx.db,
  );
  return rows[0]?.last ?? 0;
}

/**
 * Writes a document with the next number of its series. Returns its ID and the formatted number.
 */
export async function addDocument(
  ctx: Pick<Context, 'db' | 'clock'>,
  document: NewDocument,
): Promise<{ id: string; written: string }> {
  const { facts, kind } = document;
  const { seller } = facts;
  const now = ctx.clock.now();
  const series = seriesOf(seller, kind);
  const number = await assignNumber(ctx, seller.id, series);
  const documentNumber = documentTexts(seller, kind, {
    series,
    year: now.getUTCFullYear(),
    number,
  });
  const { rows } = await sql<{ id: string }>`
    insert into invoice_document (invoice_id, company_id, user_id, kind, series, number, written, currency, net, tax, issued_at, due_on, language, reason, facts, transaction_id)
    values (${document.invoiceId}, ${seller.id}, ${document.userId}, ${kind}, ${series}, ${number}, ${documentNumber}, ${document.currency}, ${document.net},
      ${document.tax}, ${now}, ${document.dueOn}::date, ${document.language}, ${document.reason}, ${JSON.stringify(facts)}::jsonb, ${document.transactionId})
    returning id`.execute(ctx.db);
  return { id: rows[0]?.id ?? '', written: documentNumber };
}
