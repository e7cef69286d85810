import { type RawBuilder, sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Language } from '../../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { type AllocationSummary, allocationSummaryOf } from '../../../allocations/server/index.ts';
import { companyAccessFilter } from '../../../companies/server/index.ts';
import type { DocumentFacts, DocumentKind } from './documents.ts';
import { formatPriceBasis, type PriceBasis, priceBasisColumn } from './priceBasis.ts';
import { noUnit } from './titles.ts';

/** The content of a document for printing. */
export interface Printable {
  id: string;
  siteId: string;
  kind: DocumentKind;
  number: string;
  /** The time of issue, and its date in the site's time zone. */
  issuedAt: Date;
  issuedOn: string;
  dueOn: string | null;
  currency: string;
  /** Decimals of the currency's minor unit. */
  decimals: number;
  /** Negative on a credit note, like its lines. */
  net: string;
  tax: string;
  total: string;
  language: Language;
  reason: string;
  facts: DocumentFacts;
  /** The state at the tax authority. Null if the document needs no number. */
  allocation: AllocationSummary | null;
  lines: PrintableLine[];
}

export interface PrintableLine {
  subject: string;
  item: string;
  /** Dates in the site's time zone. `to` is inclusive. */
  from: string;
  to: string;
  amount: string;
  /**
   * How the line was priced. Null or omitted for partially credited lines, and for lines created
   * before this was recorded.
   */
  had?: PriceBasis | null;
}

/** The quantity, duration and price of a line, as stored with the document. Empty if not stored. */
export const priceBasisTextOf = (
  { facts, currency, decimals, language }: Printable,
  { item, had = null }: PrintableLine,
): string =>
  formatPriceBasis(had, { unit: facts.items[item]?.unit ?? noUnit, currency, decimals, language });

/**
 * SQL over `invoice_line l` and its site: all lines in printing order, as JSON. `amount` is the
 * line amount on the document.
 */
const linesAsJson = (amount: RawBuilder<unknown>) => sql`
  coalesce(jsonb_agg(jsonb_build_object('subject', l.subject_name, 'item', l.item,
    'from', to_char(l.from_at at time zone site.time_zone, 'YYYY-MM-DD'), 'to', to_char(greatest(l.from_at, l.to_at - interval '1 second') at time zone site.time_zone, 'YYYY-MM-DD'),
    'amount', (${amount})::text, 'had', case when abs(${amount}) = l.amount then ${priceBasisColumn} end) order by (l.terms ->> 'rank')::integer nulls first, l.subject_name, l.subject_id, l.item, l.id), '[]')`;

/**
 * The caller's own document after its release, or a document of a company in the caller's scope,
 * even before its release. Throws `notFound` for other documents, and `documentHeld` for the
 * caller's own document while it waits for the tax authority.
 */
export async function findDocument(ctx: SignedInContext, documentId: string): Promise<Printable> {
  const managed = await readDocument(ctx, documentId, companyAccessFilter(ctx, 'd.company_id'));
  if (managed) return managed;
  const ownDocument = await readDocument(ctx, documentId, sql`d.user_id = ${ctx.actor.userId}`);
  if (!ownDocument) throw userError('notFound', { what: 'document', id: documentId }, 'document');
  if (ownDocument.allocation?.isHeld)
    throw userError('documentHeld', { number: ownDocument.number }, 'document');
  return ownDocument;
}

/**
 * Reads the document without a permission check. Null if it does not match the condition on
 * `invoice_document d`.
 */
export async function readDocument(
  ctx: Pick<Context, 'db'>,
  documentId: string,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<Printable | null> {
  const { rows } = await sql<Printable>`
    select d.id, u.site_id as "siteId", d.kind, d.written as number, d.issued_at as "issuedAt",
      to_char(d.issued_at at time zone site.time_zone, 'YYYY-MM-DD') as "issuedOn", to_char(d.due_on, 'YYYY-MM-DD') as "dueOn", d.currency,
      minor_units(d.currency) as decimals, d.net::text as net, d.tax::text as tax, (d.net + d.tax)::text as total, d.language, d.reason, d.facts,
      ${allocationSummaryOf('d.id')} as allocation,
      (select ${linesAsJson(sql`coalesce(c.amount, l.amount)`)}
        from invoice_line l left join invoice_credit c on c.document_id = d.id and c.line_id = l.id
        where l.invoice_id = d.invoice_id and (d.kind = 'invoice' or c.line_id is not null)) as lines
    from invoice_document d join user_account u on u.id = d.user_id join site on site.id = u.site_id
    where d.id = ${documentId} and ${condition}`.execute(ctx.db);
  return rows[0] ?? null;
}

/**
 * A preview of a document before it is written. For a credit note, `credits` are the credited
 * lines.
 */
export async function previewDocument(
  ctx: Pick<Context, 'db' | 'clock'>,
  document: Omit<
    Printable,
    'id' | 'siteId' | 'number' | 'issuedAt' | 'issuedOn' | 'decimals' | 'allocation' | 'lines'
  > & {
    invoiceId: string;
  },
  credits?: readonly { lineId: number; amount: string }[],
): Promise<Printable> {
  const now = ctx.clock.now();
  const creditedLines = sql`jsonb_to_recordset(${JSON.stringify(credits ?? [])}::jsonb) as c ("lineId" bigint, amount numeric)`;
  const { rows } = await sql<Pick<Printable, 'siteId' | 'issuedOn' | 'decimals' | 'lines'>>`
    select site.id as "siteId", to_char(${now}::timestamptz at time zone site.time_zone, 'YYYY-MM-DD') as "issuedOn", minor_units(i.currency) as decimals,
      (select ${linesAsJson(sql`coalesce(-c.amount, l.amount)`)}
        from invoice_line l left join ${creditedLines} on c."lineId" = l.id where l.invoice_id = i.id and (${credits === undefined} or c."lineId" is not null)) as lines
    from invoice i join user_account u on u.id = i.user_id join site on site.id = u.site_id where i.id = ${document.invoiceId}`.execute(
    ctx.db,
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no invoice ${document.invoiceId}.`);
  // Placeholder. The number is assigned when the document is written.
  return { ...document, ...row, id: '', number: '1', issuedAt: now, allocation: null };
}
