import { sql } from 'kysely';
import type { Language } from '../../../contract/languages.ts';
import { describeDriverError } from '../../../drivers/words.ts';
import type { Context } from '../../../server/platform/context.ts';
import { announce } from '../../../server/platform/events/hub.ts';
import { queueDocuments } from '../../accounting/server/index.ts';
import { type AskedInvoice, holdForNumber, type Told } from '../../allocations/server/index.ts';
import { releaseCharge } from '../../ledger/server/index.ts';
import { announceRun } from './company.ts';
import { taxedItems } from './discounts.ts';
import type { DocumentFacts } from './documents.ts';
import { logInvoice } from './log.ts';
import { mailDocument } from './mailing.ts';
import { readDocument } from './printable.ts';

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
 * Whether a newly issued document waits for the tax authority. Runs in the transaction that issues
 * it.
 */
export async function holdDocument(ctx: Context, issued: Issued): Promise<boolean> {
  const { documentId, number, invoiceId, userId, currency, tax, facts } = issued;
  const { seller, buyer } = facts;
  const asked = {
    documentId,
    companyId: seller.id,
    userId,
    currency,
    sellerCountry: seller.country,
    buyer,
    tax,
  };
  const isHeld = await holdForNumber(ctx, asked, () => askedOf(ctx, issued));
  if (isHeld)
    await logInvoice(ctx, [invoiceId], {
      en: `${number} is waiting for an allocation number from the tax authority and isn’t released until then.`,
      he: `המסמך ${number} ממתין למספר הקצאה של רשות המסים ואינו משוחרר לפני כן.`,
    });
  return isHeld;
}

async function askedOf(
  ctx: Context,
  { documentId, number, invoiceId, language, facts }: Issued,
): Promise<AskedInvoice> {
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

type Words = Record<Language, (problem: string) => string>;
const entries: Partial<Record<string, Words>> = {
  approved: {
    en: () => 'The tax authority issued an allocation number.',
    he: () => 'רשות המסים הנפיקה מספר הקצאה.',
  },
  notNeeded: {
    en: () =>
      'No allocation number is needed because the amount is below the tax authority’s minimum.',
    he: () => 'לא נדרש מספר הקצאה, כי הסכום נמוך מסכום המינימום של רשות המסים.',
  },
  refused: {
    en: (problem) => `The tax authority refused to issue an allocation number. ${problem}`,
    he: (problem) => `רשות המסים סירבה להנפיק מספר הקצאה. ${problem}`,
  },
  invalid: {
    en: (problem) => `The tax authority rejected the document as invalid. ${problem}`,
    he: (problem) => `רשות המסים דחתה את המסמך כלא תקין. ${problem}`,
  },
  continued: {
    en: () => 'Released to the customer without an allocation number.',
    he: () => 'שוחרר ללקוח ללא מספר הקצאה.',
  },
  cancelled: {
    en: () => 'Withheld from the customer. A credit note is required to cancel it.',
    he: () => 'לא שוחרר ללקוח. נדרשת חשבונית זיכוי כדי לבטל אותו.',
  },
};

/**
 * Releases a document to the customer once the tax authority's decision allows it, and logs the
 * decision.
 */
export async function releaseDocument(
  ctx: Context,
  { documentId, state, problem, isFree }: Told,
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
  const words = entries[state];
  if (!found || !words) return;
  const said = describeDriverError(problem);
  await logInvoice(ctx, [found.id], {
    en: `${found.number}: ${words.en(said.en).trim()}`,
    he: `${found.number}: ${words.he(said.he).trim()}`,
  });
  if (isFree) {
    await askFor(ctx, documentId);
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
 * A document becomes payable on the day it is released, and keeps its original payment term from
 * then on.
 */
async function askFor(ctx: Pick<Context, 'db' | 'clock'>, documentId: string): Promise<void> {
  const { rows } = await sql<{ transactionId: string }>`
    update invoice_document set due_on = due_on + ((${ctx.clock.now()}::timestamptz at time zone 'UTC')::date - (issued_at at time zone 'UTC')::date)
    where id = ${documentId} returning transaction_id as "transactionId"`.execute(ctx.db);
  if (rows[0]) await releaseCharge(ctx, rows[0].transactionId);
}
