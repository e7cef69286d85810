import { sql } from 'kysely';
import { eachLanguage, type Language, type LocalizedText } from '../../../../contract/languages.ts';
import { describeStored } from '../../../../drivers/problem.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { queueDocuments } from '../../accounting/server/index.ts';
import {
  type AllocationOutcome,
  type InvoiceToApprove,
  putOnHold,
} from '../../allocations/server/index.ts';
import { releaseCharge } from '../../ledger/server/index.ts';
import { localize } from '../texts/localize.ts';
import { announceRun } from './company.ts';
import type { DocumentFacts } from './documents/documents.ts';
import { readDocument } from './documents/printable.ts';
import { mailDocument } from './mail/mailing.ts';
import { taxedItems } from './run/discounts.ts';
import { logInvoice } from './run/log.ts';

interface Issued {
  documentId: string;
  number: string;
  invoiceId: string;
  userId: string;
  currency: string;
  tax: string;
  language: Language;
  facts: DocumentFacts;
}

/**
 * Whether a newly issued document must wait for the tax authority. Runs in the transaction that
 * issues it.
 */
export async function withholdDocument(ctx: Context, issued: Issued): Promise<boolean> {
  const { documentId, number, invoiceId, userId, currency, tax, facts } = issued;
  const { seller, buyer } = facts;
  const allocationRequest = {
    documentId,
    companyId: seller.id,
    userId,
    currency,
    sellerCountry: seller.country,
    buyer,
    tax,
  };
  const isOnHold = await putOnHold(ctx, allocationRequest, () => invoiceToApprove(ctx, issued));
  if (isOnHold)
    await logInvoice(
      ctx,
      [invoiceId],
      localize('allocating.holdDocument.waitingAllocationNumberFrom', { number }),
    );
  return isOnHold;
}

async function invoiceToApprove(
  ctx: Context,
  { documentId, number, invoiceId, language, facts }: Issued,
): Promise<InvoiceToApprove> {
  const document = await readDocument(ctx, documentId);
  if (!document) throw new Error(`There is no document ${documentId}.`);
  const { seller, buyer, taxes, items } = facts;
  return {
    ...{
      number,
      issuedOn: document.issuedOn,
      sellerNumber: seller.taxNumber,
      buyerNumber: buyer.taxNumber,
      buyerName: buyer.name,
    },
    taxRate: await sumOfRates(ctx, taxes),
    items: (await taxedItems(ctx, invoiceId)).map(({ item, ...amounts }) => ({
      ...{ code: item, description: items[item]?.title[language] ?? item, ...amounts },
    })),
  };
}

async function sumOfRates(
  ctx: Pick<Context, 'db'>,
  taxes: readonly { rate: string }[],
): Promise<string> {
  const { rows } = await sql<{ rate: string }>`
    select trim_scale(coalesce(sum(rate), 0))::text as rate from unnest(${taxes.map(({ rate }) => rate)}::numeric[]) as rate`.execute(
    ctx.db,
  );
  return rows[0]?.rate ?? '0';
}

const entries: Partial<Record<string, (problem: LocalizedText) => LocalizedText>> = {
  approved: () => localize('allocating.approved'),
  notNeeded: () => localize('allocating.notNeeded'),
  refused: (problem) => localize('allocating.refused', { problem }),
  invalid: (problem) => localize('allocating.invalid', { problem }),
  continued: () => localize('allocating.continued'),
  cancelled: () => localize('allocating.canceled'),
};

/**
 * Releases a document to the customer once the tax authority's decision allows it, and logs the
 * decision.
 */
export async function releaseDocument(
  ctx: Context,
  { documentId, state, problem, isFree }: AllocationOutcome,
): Promise<void> {
  const { rows } = await sql<{
    id: string;
    companyId: string;
    period: string;
    number: string;
    userId: string;
    siteId: string;
  }>`
    select i.id, d.company_id as "companyId", to_char(coalesce(i.period, d.issued_at at time zone 'UTC'), 'YYYY-MM') as period, d.written as number, d.user_id as "userId", u.site_id as "siteId"
    from invoice_document d join invoice i on i.id = d.invoice_id join user_account u on u.id = d.user_id where d.id = ${documentId}`.execute(
    ctx.db,
  );
  const [found] = rows;
  const decision = entries[state]?.(describeStored(problem));
  if (!found || !decision) return;
  await logInvoice(
    ctx,
    [found.id],
    eachLanguage((language) => `${found.number}: ${decision[language].trim()}`),
  );
  if (isFree) {
    await requestNumber(ctx, documentId);
    await mailDocument(ctx, documentId);
  }
  // The canceled document must be posted too, because a credit note will refer to it.
  if (isFree || state === 'cancelled') await queueDocuments(ctx, found, [documentId], null);
  await announce(ctx.db, {
    topic: 'invoice',
    id: found.id,
    siteId: found.siteId,
    ownerId: found.userId,
  });
  await announceRun(ctx, found.companyId);
}

/**
 * Requests payment. A document becomes payable on the day it is released and keeps its original
 * payment term.
 */
async function requestNumber(
  ctx: Pick<Context, 'db' | 'clock'>,
  documentId: string,
): Promise<void> {
  const { rows } = await sql<{ transactionId: string }>`
    update invoice_document set due_on = due_on + ((${ctx.clock.now()}::timestamptz at time zone 'UTC')::date - (issued_at at time zone 'UTC')::date)
    where id = ${documentId} returning transaction_id as "transactionId"`.execute(ctx.db);
  if (rows[0]) await releaseCharge(ctx, rows[0].transactionId);
}
