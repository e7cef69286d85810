import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { render } from '../../../../../contract/errors/messages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  draftNote,
  exportStateNotes,
  readAccountingConnection,
  readExports,
} from '../../../accounting/server/index.ts';
import { type AllocationSummary, allocationSummaryOf } from '../../../allocations/server/index.ts';
import type { invoiceEndpoints } from '../../contract.ts';
import { readSeller } from '../company.ts';
import type { DocumentFacts } from '../documents/documents.ts';
import type { Found } from '../invoice.ts';

type Answer = z.output<(typeof invoiceEndpoints)['getFinansitPayload']['answer']>;
type Payload = Answer['payloads'][number];
type Status = z.output<(typeof invoiceEndpoints)['getInvoiceStatus']['answer']>['handOver'];

/** The note shown next to documents, depending on the company's accounting connection. */
export const noteOf = (
  { language }: Pick<Context, 'language'>,
  connection: { isOn: boolean } | null,
): string =>
  exportStateNotes[connection === null ? 'none' : connection.isOn ? 'on' : 'off'][language];

interface Row {
  id: string;
  kind: string;
  number: string;
  issuedAt: Date;
  dueOn: string | null;
  currency: string;
  net: string;
  tax: string;
  total: string;
  language: string;
  reason: string;
  facts: DocumentFacts;
  allocation: AllocationSummary | null;
  lines: unknown[];
}

/**
 * The payload of each document as sent to the accounting service, or a preview if it wasn't sent. A
 * draft's preview has no number or date.
 */
export async function readPayloads(ctx: Context, found: Found): Promise<Answer> {
  const connection = await readAccountingConnection(ctx, found.companyId);
  const rows = await readRows(ctx, sql`d.invoice_id = ${found.id}`);
  const exportStates = await readExports(
    ctx,
    rows.map(({ id }) => id),
  );
  const notConnected =
    connection === null
      ? render('accountingNotConnected', ctx.language, { company: found.company })
      : null;
  const payloads = rows.map((row): Payload => {
    const { handOver, payload } = exportStates.get(row.id) ?? { handOver: null, payload: null };
    const { number } = row;
    const sentNotice =
      handOver?.state === 'sent'
        ? render('documentHandedOver', ctx.language, { number, reference: handOver.reference })
        : null;
    return {
      ...{
        documentId: row.id,
        number,
        payload: payload ?? toXml(row),
        wasSent: payload !== null,
        handOver,
      },
      handOverProblem: sentNotice ?? notConnected,
    };
  });
  return {
    isConnected: connection !== null,
    note: noteOf(ctx, connection),
    payloads: payloads.length > 0 ? payloads : [await draftOf(ctx, found)],
  };
}

/** The export status of an invoice's documents. */
export async function exportStatusOf(ctx: Context, found: Found): Promise<Status> {
  const connection = await readAccountingConnection(ctx, found.companyId);
  const { rows } = await sql<{ id: string; number: string }>`
    select id, written as number from invoice_document where invoice_id = ${found.id} order by issued_at, id`.execute(
    ctx.db,
  );
  const exportStates = await readExports(
    ctx,
    rows.map(({ id }) => id),
  );
  const documents = rows.map(({ id, number }) => ({
    id,
    number,
    handOver: exportStates.get(id)?.handOver ?? null,
  }));
  return { isConnected: connection !== null, note: noteOf(ctx, connection), documents };
}

/** The JSON payload of a document for the accounting service. */
export async function payloadOf(ctx: Pick<Context, 'db'>, documentId: string): Promise<string> {
  const [row] = await readRows(ctx, sql`d.id = ${documentId}`);
  if (!row) throw new Error(`There is no document ${documentId}.`);
  return toXml(row);
}

/** `condition`: a condition on `invoice_document d`. */
async function readRows(ctx: Pick<Context, 'db'>, condition: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.kind, d.written as number, d.issued_at as "issuedAt", to_char(d.due_on, 'YYYY-MM-DD') as "dueOn", d.currency,
      trim_scale(d.net)::text as net, trim_scale(d.tax)::text as tax, trim_scale(d.net + d.tax)::text as total, d.language, d.reason, d.facts, ${allocationSummaryOf('d.id')} as allocation,
      case d.kind when 'invoice' then (select coalesce(jsonb_agg(jsonb_build_object(
          'line', l.id, 'item', l.item, 'subject', l.subject_name, 'amount', trim_scale(l.amount)::text) order by l.id), '[]')
        from invoice_line l where l.invoice_id = d.invoice_id)
      else (select coalesce(jsonb_agg(jsonb_build_object(
          'line', l.id, 'item', l.item, 'subject', l.subject_name, 'amount', trim_scale(c.amount)::text) order by l.id), '[]')
        from invoice_credit c join invoice_line l on l.id = c.line_id where c.document_id = d.id) end as lines
    from invoice_document d where ${condition} order by d.issued_at, d.id`.execute(ctx.db);
  return rows;
}

function toXml(row: Row): string {
  const { seller, buyer, taxes, period, about } = row.facts;
  return JSON.stringify({
    // After a timeout, a retry refers to the same document.
    idempotencyKey: row.id,
    documentType: row.kind,
    documentNumber: row.number,
    ...(about ? { originalDocumentNumber: about } : {}),
    ...(row.allocation?.number ? { allocationNumber: row.allocation.number } : {}),
    ...{
      issuedAt: row.issuedAt.toISOString(),
      dueOn: row.dueOn,
      period,
      language: row.language,
      currency: row.currency,
      reason: row.reason,
    },
    seller: { name: seller.legalName, taxNumber: seller.taxNumber, country: seller.country },
    customer: buyer,
    ...{ net: row.net, tax: row.tax, total: row.total, taxes, lines: row.lines },
  });
}

async function draftOf(ctx: Context, found: Found): Promise<Payload> {
  const seller = await readSeller(ctx, found.companyId);
  const { rows } = await sql<Record<string, unknown>>`
    select i.currency, trim_scale(i.net)::text as net, trim_scale(i.tax)::text as tax, trim_scale(i.net + i.tax)::text as total,
      (select coalesce(jsonb_agg(jsonb_build_object('line', l.id, 'item', l.item, 'subject', l.subject_name, 'amount', trim_scale(l.amount)::text) order by l.id), '[]')
        from invoice_line l where l.invoice_id = i.id) as lines,
      jsonb_build_object('email', u.email, 'name', coalesce(p.name, ''), 'country', coalesce(p.country, ''), 'taxNumber', coalesce(p.tax_number, '')) as customer
    from invoice i join user_account u on u.id = i.user_id left join billing_profile p on p.user_id = u.id where i.id = ${found.id}`.execute(
    ctx.db,
  );
  const payload = {
    ...{
      idempotencyKey: null,
      documentType: 'invoice',
      documentNumber: null,
      issuedAt: null,
      period: found.period,
    },
    seller: { name: seller.legalName, taxNumber: seller.taxNumber, country: seller.country },
    ...rows[0],
  };
  return {
    ...{
      documentId: null,
      number: null,
      payload: JSON.stringify(payload),
      wasSent: false,
      handOver: null,
    },
    handOverProblem: draftNote[ctx.language],
  };
}
