import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import {
  askedEntry,
  type Documents,
  queueDocuments,
  readAccountingConnection,
  readExports,
  requeueExports,
} from '../../../accounting/server/index.ts';
import { isPending } from '../../../allocations/server/index.ts';
import { findCompany } from '../../../companies/server/index.ts';
import type { invoiceEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { announceRun } from '../company.ts';
import { logInvoice } from '../run/log.ts';
import { monthCondition, type Period } from '../run/periods.ts';
import { noteOf, payloadOf } from './payload.ts';

type Overview = z.output<(typeof invoiceEndpoints)['getHandOver']['answer']>;
type ExportSelection = z.output<(typeof invoiceEndpoints)['handOverMonth']['body']>['which'];

export const exportedDocuments: Documents = { payloadOf, changed: onExportChange };

/**
 * Notifies the screens of the company's administrators of every attempt, and logs the result with
 * the invoice.
 */
async function onExportChange(
  ctx: Context,
  documentId: string,
  entry: LocalizedText | null,
): Promise<void> {
  const { rows } = await sql<{ invoiceId: string; companyId: string; number: string }>`
    select invoice_id as "invoiceId", company_id as "companyId", written as number from invoice_document where id = ${documentId}`.execute(
    ctx.db,
  );
  const [document] = rows;
  if (!document) throw new Error(`There is no document ${documentId}.`);
  const { invoiceId, companyId, number } = document;
  if (entry)
    await logInvoice(ctx, [invoiceId], localize('handOver.changed.text', { number, entry }));
  await announceRun(ctx, companyId);
}

/**
 * SQL tables: `invoice_document d`, `invoice i`, and `accounting_hand_over h` if it was exported.
 */
const documentsOf = (
  month: Period,
) => sql`invoice_document d join invoice i on i.id = d.invoice_id and ${monthCondition(month)}
  left join accounting_hand_over h on h.document_id = d.id`;

export async function getExportOverview(ctx: SignedInContext, month: Period): Promise<Overview> {
  await findCompany(ctx, month.companyId);
  const connection = await readAccountingConnection(ctx, month.companyId);
  const { rows } = await sql<Overview['counts']>`
    select (count(*) filter (where h.state is null and not ${isPending('d.id')}))::integer as none, (count(*) filter (where h.state = 'waiting'))::integer as waiting,
      (count(*) filter (where h.state = 'sent'))::integer as sent, (count(*) filter (where h.state = 'refused'))::integer as refused,
      (count(*) filter (where h.state = 'failed'))::integer as failed
    from ${documentsOf(month)}`.execute(ctx.db);
  const [counts] = rows;
  if (!counts) throw new Error('A query without rows.');
  return { isConnected: connection !== null, note: noteOf(ctx, connection), counts };
}

/** Throws `notFound`, `accountingNotConnected`. */
async function requireConnection(ctx: SignedInContext, companyId: string): Promise<void> {
  const { legalName } = await findCompany(ctx, companyId);
  if (!(await readAccountingConnection(ctx, companyId)))
    throw userError('accountingNotConnected', { company: legalName });
}

/** Throws `accountingNotConnected`. */
export async function exportMonth(
  ctx: SignedInContext,
  month: Period,
  selection: ExportSelection,
): Promise<{ documents: number }> {
  await requireConnection(ctx, month.companyId);
  const { userId } = ctx.actor;
  const { rows } = await sql<{ id: string; invoiceId: string }>`
    select d.id, i.id as "invoiceId" from ${documentsOf(month)}
    where ${selection === 'missing' ? sql`h.state is null and not ${isPending('d.id')}` : sql`h.state in ('refused', 'failed')`} order by d.issued_at, d.id`.execute(
    ctx.db,
  );
  const ids = rows.map(({ id }) => id);
  const documents =
    selection === 'missing'
      ? await queueDocuments(ctx, month, ids, userId)
      : (await requeueExports(ctx, ids, userId)).length;
  await logInvoice(ctx, [...new Set(rows.map(({ invoiceId }) => invoiceId))], askedEntry);
  ctx.note({
    targetType: 'company',
    targetId: month.companyId,
    detail: { period: month.period, which: selection, documents },
  });
  await announceRun(ctx, month.companyId);
  return { documents };
}

/** Throws `notFound`, `accountingNotConnected`, `documentHeld`, `documentHandedOver`. */
export async function exportDocument(
  ctx: SignedInContext,
  month: Period,
  documentId: string,
): Promise<void> {
  await requireConnection(ctx, month.companyId);
  const { rows } = await sql<{ invoiceId: string; number: string; isUndecided: boolean }>`
    select i.id as "invoiceId", d.written as number, ${isPending('d.id')} as "isUndecided" from ${documentsOf(month)} where d.id = ${documentId}`.execute(
    ctx.db,
  );
  const [document] = rows;
  if (!document) throw userError('notFound', { what: 'document', id: documentId }, 'documentId');
  if (document.isUndecided)
    throw userError('documentHeld', { number: document.number }, 'documentId');
  const { userId } = ctx.actor;
  const isNew = (await queueDocuments(ctx, month, [documentId], userId)) > 0;
  if (!isNew && (await requeueExports(ctx, [documentId], userId)).length === 0) {
    const reference =
      (await readExports(ctx, [documentId])).get(documentId)?.handOver.reference ?? '';
    throw userError('documentHandedOver', { number: document.number, reference });
  }
  await onExportChange(ctx, documentId, askedEntry);
  ctx.note({
    targetType: 'invoice',
    targetId: document.invoiceId,
    detail: { handedOver: document.number },
  });
}
