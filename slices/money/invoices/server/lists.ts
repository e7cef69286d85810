import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type ListSource,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { exportStatusColumn, presentExport } from '../../accounting/server/index.ts';
import { allocationSummaryOf } from '../../allocations/server/index.ts';
import { type Customer, findCompany } from '../../companies/server/index.ts';
import { allocatedCharges } from '../../ledger/server/index.ts';
import type { invoiceEndpoints } from '../contract.ts';
import { presentFault } from './run/faults.ts';
import { firstDay, monthCondition, type Period } from './run/periods.ts';

type Invoices = z.output<(typeof invoiceEndpoints)['listInvoices']['answer']>;
export type InvoiceRow = Invoices['items'][number];
type Documents = z.output<(typeof invoiceEndpoints)['listDocuments']['answer']>;
type CustomerDocuments = z.output<(typeof invoiceEndpoints)['listCustomerDocuments']['answer']>;
type OwnDocuments = z.output<(typeof invoiceEndpoints)['listOwnDocuments']['answer']>;
export type DocumentRow = Omit<Documents['items'][number], 'customer' | 'handOver'>;

const customerColumn = sql`jsonb_build_object('id', u.id, 'email', u.email, 'name', trim(u.first_name || ' ' || u.last_name)) as customer`;

/**
 * SQL over `invoice_document d`: whether the document complies with EN 16931. Violations were
 * stored when it was issued.
 */
const isEInvoiceValid = sql`coalesce(jsonb_array_length(d.facts -> 'eInvoiceFaults'), 0) = 0`;

/** SQL over `invoice i`, its account `u` and its document `d`. */
export const invoiceColumns = sql`
  i.id, ${customerColumn}, i.state, trim_scale(i.net)::text as net, trim_scale(i.tax)::text as tax, trim_scale(i.net + i.tax)::text as total, i.currency,
  i.line_count as lines, i.faults as codes, d.written as number, d.id as "documentId",
  d.id is not null and ${isEInvoiceValid} as "isEInvoice"`;
export const invoiceTables = sql`invoice i join user_account u on u.id = i.user_id left join invoice_document d on d.invoice_id = i.id and d.kind = 'invoice'`;

export type InvoiceRecord = Omit<InvoiceRow, 'faults'> & { codes: string[] };

export function presentInvoice(
  ctx: Pick<Context, 'language' | 'actor'>,
  month: Period,
  record: InvoiceRecord,
): InvoiceRow {
  const {
    id,
    customer,
    state,
    net,
    tax,
    total,
    currency,
    lines,
    codes,
    number,
    documentId,
    isEInvoice,
  } = record;
  const faults = codes.map((code) => presentFault(ctx, code, { ...month, userId: customer.id }));
  return {
    id,
    customer,
    state,
    net,
    tax,
    total,
    currency,
    lines,
    faults,
    number,
    documentId,
    isEInvoice,
  };
}

export async function listInvoices(
  ctx: SignedInContext,
  month: Period,
  query: ListRequest & { state?: string | undefined },
): Promise<Invoices> {
  await findCompany(ctx, month.companyId);
  return await readListPage<InvoiceRecord, InvoiceRow>(
    ctx.db,
    {
      from: invoiceTables,
      columns: invoiceColumns,
      where: [
        sql`i.company_id = ${month.companyId} and i.period = ${firstDay(month.period)}::date`,
        ...(query.state ? [sql`i.state = ${query.state}`] : []),
        ...(query.filter
          ? [
              sql`(u.search_text ilike ${containing(query.filter)} or d.written ilike ${containing(query.filter)})`,
            ]
          : []),
      ],
      sorts: {
        email: { column: sql`u.email_key`, type: 'text' },
        total: { column: sql`(i.net + i.tax)`, type: 'numeric' },
      },
      id: { column: sql`i.id`, type: 'uuid' },
      defaultSorting: 'email',
      map: (record) => presentInvoice(ctx, month, record),
    },
    query,
  );
}

/**
 * SQL over `invoice_document d`: the delivery state. Outbox rows are purged, but the delivery time
 * is kept.
 */
const mailedColumn = sql`(
  select jsonb_build_object('state', coalesce(o.state, case when m.sent_at is null then 'failed' else 'sent' end), 'to', m.to_address,
    'sentAt', to_char((select max(sent_at) from invoice_mail where document_id = d.id) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from invoice_mail m left join mail_message o on o.id = m.mail_id where m.document_id = d.id order by m.id desc limit 1)`;

/** SQL over `invoice i`: the origin of the invoice. */
const originOf = sql`case when i.period is not null then 'month' when i.fee_for is not null then 'lateFee' else 'charge' end`;

/** SQL over `invoice_document d` and `invoice i`. */
export const documentColumns = sql`
  d.id, d.invoice_id as "invoiceId", d.kind, d.written as number, coalesce(to_char(i.period, 'YYYY-MM'), d.facts ->> 'period') as period, ${originOf} as origin, d.issued_at as "issuedAt",
  to_char(d.due_on, 'YYYY-MM-DD') as "dueOn", trim_scale(d.net)::text as net, trim_scale(d.tax)::text as tax, trim_scale(d.net + d.tax)::text as total,
  d.currency, d.reason, ${isEInvoiceValid} as "isEInvoice", ${mailedColumn} as mailed, ${allocationSummaryOf('d.id')} as allocation`;
export type DocumentRecord = Omit<DocumentRow, 'issuedAt'> & { issuedAt: Date };

export function presentDocument(record: DocumentRecord): DocumentRow {
  const {
    id,
    invoiceId,
    kind,
    number,
    period,
    origin,
    issuedAt,
    dueOn,
    net,
    tax,
    total,
    currency,
    reason,
    isEInvoice,
    mailed,
    allocation,
  } = record;
  return {
    ...{
      id,
      invoiceId,
      kind,
      number,
      period,
      origin,
      issuedAt: issuedAt.toISOString(),
      net,
      tax,
      total,
      currency,
      reason,
    },
    // The due date is known once the document is released.
    dueOn: allocation?.isHeld ? null : dueOn,
    ...{ isEInvoice, mailed, allocation },
  };
}

const documentSorts = {
  number: { column: sql`d.number`, type: 'numeric' },
  issuedAt: { column: sql`d.issued_at`, type: 'timestamptz' },
} as const;
/** Filters by a document kind, or by the origin of the invoice. */
const kindCondition = (kind: string | undefined) => {
  if (kind === 'lateFee' || kind === 'charge')
    return [sql`d.kind = 'invoice' and ${originOf} = ${kind}`];
  return kind ? [sql`d.kind = ${kind}`] : [];
};

export async function listDocuments(
  ctx: SignedInContext,
  month: Period,
  query: ListRequest & { kind?: string | undefined; handOver?: string | undefined },
): Promise<Documents> {
  await findCompany(ctx, month.companyId);
  return await readListPage<
    DocumentRecord & Pick<Documents['items'][number], 'customer' | 'handOver'>,
    Documents['items'][number]
  >(
    ctx.db,
    {
      from: sql`invoice_document d join invoice i on i.id = d.invoice_id join user_account u on u.id = d.user_id
        left join accounting_hand_over h on h.document_id = d.id`,
      columns: sql`${documentColumns}, ${customerColumn}, ${exportStatusColumn} as "handOver"`,
      where: [
        monthCondition(month),
        ...kindCondition(query.kind),
        ...(query.handOver ? [sql`coalesce(h.state, 'none') = ${query.handOver}`] : []),
        ...(query.filter
          ? [
              sql`(u.search_text ilike ${containing(query.filter)} or d.written ilike ${containing(query.filter)})`,
            ]
          : []),
      ],
      sorts: { ...documentSorts, email: { column: sql`u.email_key`, type: 'text' } },
      id: { column: sql`d.id`, type: 'uuid' },
      defaultSorting: 'number',
      map: (record) => ({
        ...presentDocument(record),
        customer: record.customer,
        handOver: presentExport(record.handOver, ctx.language),
      }),
    },
    query,
  );
}

interface OpenRecord extends DocumentRecord {
  company: string;
  open: string | null;
}

type DocumentRequest = ListRequest & {
  kind?: string | undefined;
  show?: 'all' | 'open' | undefined;
};

/**
 * Documents of one customer with the open amount of each. The open amount is null if no payment is
 * requested. `condition` is a condition on `invoice_document d`, and `scope` is the same condition on
 * `ledger_transaction t`.
 */
const documentsOf = (
  condition: RawBuilder<unknown>,
  scope: RawBuilder<unknown>,
  query: DocumentRequest,
): Omit<ListSource<OpenRecord>, 'map'> => ({
  from: sql`invoice_document d join invoice i on i.id = d.invoice_id left join ${allocatedCharges(scope)} a on a.id = d.transaction_id`,
  columns: sql`${documentColumns}, d.facts -> 'seller' ->> 'legalName' as company,
    trim_scale(a.unpaid)::text as open`,
  where: [
    condition,
    ...kindCondition(query.kind),
    ...(query.show === 'open' ? [sql`a.unpaid > 0`] : []),
    ...(query.filter
      ? [
          sql`(d.written ilike ${containing(query.filter)} or d.facts ->> 'period' ilike ${containing(query.filter)})`,
        ]
      : []),
  ],
  sorts: documentSorts,
  id: { column: sql`d.id`, type: 'uuid' },
  defaultSorting: '-issuedAt',
});

/** The caller's own documents from all companies. */
export async function listOwnDocuments(
  ctx: SignedInContext,
  query: DocumentRequest,
): Promise<OwnDocuments> {
  const { userId } = ctx.actor;
  const source = documentsOf(sql`d.user_id = ${userId}`, sql`t.user_id = ${userId}`, query);
  const map = (record: OpenRecord) => ({
    ...presentDocument(record),
    company: record.company,
    open: record.open,
  });
  return await readListPage(ctx.db, { ...source, map }, query);
}

/** A customer's documents with a company, as shown to its billing administrators. */
export async function listCustomerDocuments(
  ctx: SignedInContext,
  customer: Customer,
  query: DocumentRequest,
): Promise<CustomerDocuments> {
  const { id, company } = customer;
  const scope = sql`t.user_id = ${id} and t.company_id = ${company.id}`;
  const condition = sql`d.user_id = ${id} and d.company_id = ${company.id}`;
  const source = documentsOf(condition, scope, query);
  const map = (record: OpenRecord) => ({ ...presentDocument(record), open: record.open });
  const { rows: totals } = await sql<CustomerDocuments['totals'][number]>`
    select trim_scale(sum(a.unpaid))::text as open, a.currency from ${allocatedCharges(scope)} a join invoice_document d on d.transaction_id = a.id
    group by a.currency having sum(a.unpaid) > 0 order by a.currency`.execute(ctx.db);
  return { ...(await readListPage(ctx.db, { ...source, map }, query)), totals };
}
