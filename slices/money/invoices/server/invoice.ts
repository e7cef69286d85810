import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Language, LocalizedText } from '../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { allocationSummaryOf } from '../../allocations/server/index.ts';
import { type Customer, findCompany } from '../../companies/server/index.ts';
import type { invoiceEndpoints } from '../contract.ts';
import { taxNoteOf } from './documents/labels.ts';
import { formatPriceBasis, type PriceBasis, priceBasisColumn } from './documents/priceBasis.ts';
import { noUnit, titlesOf } from './documents/titles.ts';
import { unprintableIn } from './documents/unprintable.ts';
import { exportStatusOf } from './export/payload.ts';
import {
  type DocumentRecord,
  documentColumns,
  type InvoiceRecord,
  invoiceColumns,
  invoiceTables,
  presentDocument,
  presentInvoice,
} from './lists.ts';
import { firstDay, type Period } from './run/periods.ts';
import type { Regime } from './tax/regime.ts';

type InvoiceDetail = z.output<(typeof invoiceEndpoints)['getInvoice']['answer']>;
export type Line = InvoiceDetail['lines'][number];
type Status = z.output<(typeof invoiceEndpoints)['getInvoiceStatus']['answer']>;
type LogAnswer = z.output<(typeof invoiceEndpoints)['getInvoiceLog']['answer']>;

/** The invoice's key fields, needed to read its details. */
export interface Found {
  id: string;
  companyId: string;
  company: string;
  userId: string;
  period: string;
  state: InvoiceDetail['state'];
}

const foundColumns = sql`
  i.id, i.company_id as "companyId", c.legal_name as company, i.user_id as "userId",
  to_char(coalesce(i.period, i.issued_at at time zone 'UTC'), 'YYYY-MM') as period, i.state`;

/** A customer's invoice for a month, if the company is in the caller's scope. Throws `notFound`. */
export async function findInvoice(
  ctx: SignedInContext,
  month: Period & { customerId: string },
): Promise<Found> {
  await findCompany(ctx, month.companyId);
  const { rows } = await sql<Found>`
    select ${foundColumns} from invoice i join company c on c.id = i.company_id
    where i.company_id = ${month.companyId} and i.period = ${firstDay(month.period)}::date and i.user_id = ${month.customerId}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'invoice', id: month.customerId });
  return rows[0];
}

/** The caller's own invoice, once it is issued. Throws `notFound`. */
export const findOwnInvoice = (ctx: SignedInContext, invoiceId: string): Promise<Found> =>
  findInvoiceWhere(
    ctx,
    sql`i.id = ${invoiceId} and i.user_id = ${ctx.actor.userId} and i.state = 'issued'`,
    invoiceId,
  );

/** An invoice by ID, for callers whose access was already checked. Throws `notFound`. */
export async function findInvoiceById(
  ctx: Context,
  key: { invoiceId: string; userId: string; companyId: string },
): Promise<Found> {
  return await findInvoiceWhere(
    ctx,
    sql`i.id = ${key.invoiceId} and i.user_id = ${key.userId} and i.company_id = ${key.companyId}`,
    key.invoiceId,
  );
}

/**
 * The invoice without a month (a late fee or a charge) of a customer's document. Throws `notFound`.
 */
export async function findOneOff(
  ctx: Context,
  { id, company }: Customer,
  documentId: string,
): Promise<Found> {
  const documentCondition = sql`i.period is null and i.id = (select invoice_id from invoice_document where id = ${documentId})`;
  return await findInvoiceWhere(
    ctx,
    sql`${documentCondition} and i.user_id = ${id} and i.company_id = ${company.id}`,
    documentId,
  );
}

async function findInvoiceWhere(
  ctx: Context,
  condition: RawBuilder<unknown>,
  id: string,
): Promise<Found> {
  const { rows } = await sql<Found>`
    select ${foundColumns} from invoice i join company c on c.id = i.company_id where ${condition}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'invoice', id });
  return rows[0];
}

export async function readInvoice(ctx: Context, found: Found): Promise<InvoiceDetail> {
  const { rows } = await sql<
    InvoiceRecord & { regime: Regime }
  >`select ${invoiceColumns}, i.regime from ${invoiceTables} where i.id = ${found.id}`.execute(
    ctx.db,
  );
  const [record] = rows;
  if (!record) throw new Error(`There is no invoice ${found.id}.`);
  const { net, tax, total, currency } = record;
  const { rows: taxes } = await sql<InvoiceDetail['taxes'][number]>`
    select name, trim_scale(rate)::text as rate, trim_scale(amount)::text as amount from invoice_tax where invoice_id = ${found.id} order by name`.execute(
    ctx.db,
  );
  const { rows: documents } = await sql<DocumentRecord>`
    select ${documentColumns} from invoice_document d join invoice i on i.id = d.invoice_id where i.id = ${found.id} order by d.issued_at, d.id`.execute(
    ctx.db,
  );
  const { rows: storedFacts } =
    await sql`select facts, reason from invoice_document where invoice_id = ${found.id}`.execute(
      ctx.db,
    );
  const lines = (await readLines(ctx, found, ctx.language)).map(presentLine);
  return {
    ...{
      id: found.id,
      period: found.period,
      company: found.company,
      state: found.state,
      net,
      tax,
      total,
      currency,
      taxes,
    },
    taxNote: taxNoteOf(record.regime, ctx.language),
    documents: documents.map(presentDocument),
    unprintable: await unprintableIn([
      storedFacts,
      storedFacts.length > 0 ? lines.map(({ subjectName }) => subjectName) : [],
    ]),
    lines,
  };
}

type LineRecord = Omit<Line, 'title' | 'from' | 'to' | 'had'> & {
  from: Date;
  to: Date;
  ownerId: string;
  had: PriceBasis | null;
  decimals: number;
};

/** The lines of an invoice, sorted by resource name, or only one of them. */
export async function readLines(
  ctx: Pick<Context, 'db'>,
  found: Found,
  language: Language,
  lineId?: number,
): Promise<(Line & { ownerId: string })[]> {
  const { rows } = await sql<LineRecord>`
    select l.id::integer as id, l.subject_type as "subjectType", l.subject_id as "subjectId", l.subject_name as "subjectName", l.owner_id as "ownerId",
      case when l.owner_id <> ${found.userId} then account_email(l.owner_id) end as owner, l.item, l.from_at as "from", l.to_at as "to",
      trim_scale(l.amount)::text as amount, l.currency, trim_scale(coalesce((select -sum(amount) from invoice_credit c where c.line_id = l.id), 0))::text as credited,
      l.terms is not null as "isDiscount", ${priceBasisColumn} as had, minor_units(l.currency) as decimals
    from invoice_line l
    where l.invoice_id = ${found.id} ${lineId === undefined ? sql`` : sql`and l.id = ${lineId}`}
    order by (l.terms ->> 'rank')::integer nulls first, l.subject_name, l.subject_id, l.item, l.id`.execute(
    ctx.db,
  );
  const texts = await titlesOf(ctx, [...new Set(rows.map(({ item }) => item))]);
  return rows.map(({ from, to, had, decimals, ...line }) => {
    const { title, unit } = texts[line.item] ?? { title: undefined, unit: noUnit };
    const format = { unit, currency: line.currency, decimals, language };
    return {
      ...line,
      ...{ title: title?.[language] ?? line.item, from: from.toISOString(), to: to.toISOString() },
      had: had && { ...had, unit: unit[language], told: formatPriceBasis(had, format) },
    };
  });
}

export const presentLine = ({ ownerId: _ownerId, ...line }: Line & { ownerId: string }): Line =>
  line;

export async function readStatus(ctx: SignedInContext, found: Found): Promise<Status> {
  const { rows } = await sql<
    InvoiceRecord & Pick<Status, 'transactionId' | 'allocation'> & { issuedAt: Date | null }
  >`
    select ${invoiceColumns}, i.issued_at as "issuedAt", i.transaction_id as "transactionId", ${allocationSummaryOf('d.id')} as allocation from ${invoiceTables} where i.id = ${found.id}`.execute(
    ctx.db,
  );
  const [record] = rows;
  if (!record) throw new Error(`There is no invoice ${found.id}.`);
  return {
    ...presentInvoice(ctx, found, record),
    ...{
      company: found.company,
      issuedAt: record.issuedAt?.toISOString() ?? null,
      transactionId: record.transactionId,
    },
    isHeld: record.codes.includes('tooManyLines'),
    allocation: record.allocation,
    handOver: await exportStatusOf(ctx, found),
  };
}

export async function readLog(ctx: Context, found: Found): Promise<LogAnswer> {
  const { rows } = await sql<{ at: Date; entry: LocalizedText; by: string }>`
    select l.at, l.entry, coalesce(account_email(l.by_user), '') as by from invoice_log l
    where l.invoice_id = ${found.id} order by l.id`.execute(ctx.db);
  return {
    items: rows.map(({ at, entry, by }) => ({
      at: at.toISOString(),
      entry: entry[ctx.language],
      by,
    })),
  };
}

/**
 * Releases an invoice for the next run. Throws `invoiceNotHeld` unless it waits for manual review
 * because of its number of lines.
 */
export async function releaseInvoice(ctx: SignedInContext, found: Found): Promise<void> {
  const { rows } = await sql`
    update invoice set is_released = true where id = ${found.id} and state = 'blocked' and 'tooManyLines' = any(faults) and not is_released returning id`.execute(
    ctx.db,
  );
  if (rows.length === 0) throw userError('invoiceNotHeld', { period: found.period });
  ctx.note({ targetType: 'invoice', targetId: found.id, detail: { period: found.period } });
}
