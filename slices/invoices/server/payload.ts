import { sql } from 'kysely';
import type * as z from 'zod';
import type { Language } from '../../../contract/languages.ts';
import type { Context } from '../../../server/platform/context.ts';
import type { invoiceEndpoints } from '../contract.ts';
import { readSeller } from './company.ts';
import type { DocumentFacts } from './documents.ts';
import type { Found } from './invoice.ts';

type Answer = z.output<(typeof invoiceEndpoints)['getFinansitPayload']['answer']>;

export const handOverNote: Record<Language, string> = {
  en: 'No accounting service is connected: nothing has been sent. This is what a connected one would be handed for each document.',
  he: 'לא מחובר שירות הנהלת חשבונות: דבר לא נשלח. כך ייראה המידע שיימסר לשירות מחובר עבור כל מסמך.',
};

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
  lines: unknown[];
}

/** Each document as an accounting service would be handed it; of a draft what it would be, without number and day. */
export async function readPayloads(ctx: Context, found: Found): Promise<Answer> {
  const rows = await readRows(ctx, found);
  const payloads = rows.length > 0 ? rows.map(payloadOf) : [await draftOf(ctx, found)];
  return { isConnected: false, note: handOverNote[ctx.language], payloads };
}

async function readRows(ctx: Context, found: Found): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.kind, d.written as number, d.issued_at as "issuedAt", to_char(d.due_on, 'YYYY-MM-DD') as "dueOn", d.currency,
      trim_scale(d.net)::text as net, trim_scale(d.tax)::text as tax, trim_scale(d.net + d.tax)::text as total, d.language, d.reason, d.facts,
      case d.kind when 'invoice' then (select coalesce(jsonb_agg(jsonb_build_object(
          'line', l.id, 'item', l.item, 'subject', l.subject_name, 'amount', trim_scale(l.amount)::text) order by l.id), '[]')
        from invoice_line l where l.invoice_id = d.invoice_id)
      else (select coalesce(jsonb_agg(jsonb_build_object(
          'line', l.id, 'item', l.item, 'subject', l.subject_name, 'amount', trim_scale(c.amount)::text) order by l.id), '[]')
        from invoice_credit c join invoice_line l on l.id = c.line_id where c.document_id = d.id) end as lines
    from invoice_document d where d.invoice_id = ${found.id} order by d.issued_at, d.id`.execute(ctx.db);
  return rows;
}

function payloadOf(row: Row): Record<string, unknown> {
  const { seller, buyer, taxes, period, about } = row.facts;
  return {
    // Repeated after a time-out, it is the same document.
    idempotencyKey: row.id,
    documentType: row.kind,
    documentNumber: row.number,
    ...(about ? { originalDocumentNumber: about } : {}),
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
  };
}

async function draftOf(ctx: Context, found: Found): Promise<Record<string, unknown>> {
  const seller = await readSeller(ctx, found.companyId);
  const { rows } = await sql<Record<string, unknown>>`
    select i.currency, trim_scale(i.net)::text as net, trim_scale(i.tax)::text as tax, trim_scale(i.net + i.tax)::text as total,
      (select coalesce(jsonb_agg(jsonb_build_object('line', l.id, 'item', l.item, 'subject', l.subject_name, 'amount', trim_scale(l.amount)::text) order by l.id), '[]')
        from invoice_line l where l.invoice_id = i.id) as lines,
      jsonb_build_object('email', u.email, 'name', coalesce(p.name, ''), 'country', coalesce(p.country, ''), 'taxNumber', coalesce(p.tax_number, '')) as customer
    from invoice i join user_account u on u.id = i.user_id left join billing_profile p on p.user_id = u.id where i.id = ${found.id}`.execute(
    ctx.db,
  );
  return {
    ...{ idempotencyKey: null, documentType: 'invoice', documentNumber: null, issuedAt: null, period: found.period },
    seller: { name: seller.legalName, taxNumber: seller.taxNumber, country: seller.country },
    ...rows[0],
  };
}
