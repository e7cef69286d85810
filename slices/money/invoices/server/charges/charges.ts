import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import { eachLanguage, type Language } from '../../../../../contract/languages.ts';
import { signedInUserId } from '../../../../../server/platform/access/signedInUser.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import type { Customer } from '../../../companies/server/index.ts';
import {
  balancesOf,
  checkAmountAndCurrency,
  lockBalance,
  type PostedTransaction,
  plainAmount,
  postOrRequestApproval,
  type Requester,
  registerApproval,
  requireBalance,
} from '../../../ledger/server/index.ts';
import type { invoiceEndpoints } from '../../contract.ts';
import { blockingOf, companyFaults, readSeller, taxesToday } from '../company.ts';
import { chargeItem, taxNoteOf } from '../documents/labels.ts';
import { dueOnOf } from '../issue.ts';
import { type DocumentRecord, documentColumns, presentDocument } from '../lists.ts';
import { customerFaults, type FaultCode, presentFault } from '../run/faults.ts';
import { calculateOneOff, issueOneOff } from './oneOff.ts';

type Body = z.output<(typeof invoiceEndpoints)['recordCharge']['body']>;
type Preview = z.output<(typeof invoiceEndpoints)['previewCharge']['answer']>;
type Recorded = z.output<(typeof invoiceEndpoints)['recordCharge']['answer']>;
type Money = Pick<Body, 'amount' | 'currency'>;

const sumOf = ({ id, company }: Customer, { amount, currency }: Money) => ({
  ...{ userId: id, companyId: company.id, currency, amount: plainAmount(amount), isTaxed: true },
});

/**
 * What prevents issuing an invoice to the customer today. The checks match those of monthly
 * invoices, which sub-accounts don't get.
 */
async function faultsOf(ctx: Context, { id, company }: Customer): Promise<FaultCode[]> {
  const { rows } = await sql<{ codes: FaultCode[] }>`
    select case when u.parent_id is not null then '{paidByOther}'::text[] else ${customerFaults({ hasForeign: sql`false`, isTooLong: sql`false`, isTaxedOtherwise: sql`false` })} end as codes
    from user_account u left join billing_profile p on p.user_id = u.id where u.id = ${id}`.execute(
    ctx.db,
  );
  return [
    ...blockingOf(await companyFaults(ctx, company.id, taxesToday(ctx, company.id, id))),
    ...(rows[0]?.codes ?? []),
  ];
}

const presentFaults = (ctx: Context, { id, company }: Customer, codes: readonly FaultCode[]) =>
  codes.map((code) => presentFault(ctx, code, { companyId: company.id, userId: id, period: '' }));

/**
 * The amounts of a charge, calculated by the code that issues it. Throws `currencyForeign`,
 * `amountWrong`.
 */
export async function previewCharge(
  ctx: Context,
  customer: Customer,
  money: Money,
): Promise<Preview> {
  await checkAmountAndCurrency(ctx, customer, money);
  const { regime, net, tax, total, taxes } = await calculateOneOff(ctx, sumOf(customer, money));
  const { rows } = await sql<{ after: string }>`
    select trim_scale(${await balanceOf(ctx, customer, money.currency)}::numeric - ${total}::numeric)::text as after`.execute(
    ctx.db,
  );
  return {
    ...{
      net,
      tax,
      total,
      taxes,
      currency: money.currency,
      taxNote: taxNoteOf(regime, ctx.language),
    },
    ...{
      dueOn: dueOnOf(ctx, await readSeller(ctx, customer.company.id)),
      balanceAfter: rows[0]?.after ?? '0',
    },
    faults: presentFaults(ctx, customer, await faultsOf(ctx, customer)),
  };
}

async function balanceOf(
  ctx: Context,
  { id, company }: Customer,
  currency: string,
): Promise<string> {
  const balances = await balancesOf(ctx, id, company.id);
  return balances.find((balance) => balance.currency === currency)?.amount ?? '0';
}

/**
 * Charges the customer with a separate invoice. The same key with the same charge returns the same
 * invoice. A charge above the company's limit waits for second approval. Throws `currencyForeign`,
 * `amountWrong`, `balanceShort`, `ledgerKeyReused`, and `chargeNotInvoiceable` with the missing
 * fields.
 */
export async function recordCharge(
  ctx: SignedInContext,
  customer: Customer,
  body: Body,
): Promise<Recorded> {
  const posted = await postOrRequestApproval(ctx, customer, {
    action: 'charge',
    key: body.key,
    reason: body.reason,
    booking: body,
  });
  if (posted.id === null) return { ...posted, document: null };
  const { rows } = await sql<DocumentRecord>`
    select ${documentColumns} from invoice_document d join invoice i on i.id = d.invoice_id where d.transaction_id = ${posted.id}`.execute(
    ctx.db,
  );
  return { ...posted, document: rows[0] ? presentDocument(rows[0]) : null };
}

export const chargeApproval = registerApproval<Body>('charge', { perform: issueCharge });

async function issueCharge(
  ctx: SignedInContext,
  customer: Customer,
  body: Body,
  requester: Requester | null,
): Promise<PostedTransaction> {
  await checkAmountAndCurrency(ctx, customer, body);
  // Locks the customer against changes until the document is written. Two charges with the same key
  // are serialized.
  await sql`select from user_account where id = ${customer.id} for share`.execute(ctx.db);
  await lockBalance(ctx, customer, body.currency);
  const earlier = await findEarlierCharge(ctx, customer, body);
  if (earlier)
    return {
      id: earlier,
      currency: body.currency,
      balance: await balanceOf(ctx, customer, body.currency),
    };
  const { key, reason, mayOwe, currency } = body;
  if (!mayOwe)
    await requireBalance(ctx, customer, {
      amount: (await calculateOneOff(ctx, sumOf(customer, body))).total,
      currency,
    });
  const faults = await faultsOf(ctx, customer);
  const describeFaults = (language: Language): string =>
    presentFaults({ ...ctx, language }, customer, faults)
      .map(({ title, remedy }) => `${title}. ${remedy}`)
      .join(' ');
  if (faults.length > 0)
    throw userError('chargeNotInvoiceable', { problems: eachLanguage(describeFaults) });
  const { invoiceId, ...posted } = await issueOneOff(ctx, {
    ...sumOf(customer, body),
    line: { subjectType: 'charge', subjectId: null, subjectName: reason, item: chargeItem },
    feeFor: null,
    posting: { key, reason: eachLanguage(() => reason) },
  });
  const signedInId = signedInUserId(ctx);
  await sql`
    insert into invoice_charge (invoice_id, reason, amount, may_owe, charged_by, charged_at, approved_by)
    values (${invoiceId}, ${reason}, ${body.amount}, ${mayOwe}, ${requester?.personId ?? signedInId}, ${requester?.at ?? ctx.clock.now()},
      ${requester ? signedInId : null})`.execute(ctx.db);
  return posted;
}

/**
 * The transaction previously created with the key. Null for a new key. Throws `ledgerKeyReused` if
 * the key was used for something else.
 */
async function findEarlierCharge(
  ctx: Context,
  { id, company }: Customer,
  body: Body,
): Promise<string | null> {
  const { key, amount, currency, reason, mayOwe } = body;
  const { rows } = await sql<{ id: string; isSame: boolean }>`
    select t.id, coalesce((t.user_id, c.amount, t.currency, c.reason, c.may_owe) = (${id}::uuid, ${amount}::numeric, ${currency}, ${reason}, ${mayOwe}), false) as "isSame"
    from ledger_transaction t left join invoice i on i.transaction_id = t.id left join invoice_charge c on c.invoice_id = i.id
    where t.company_id = ${company.id} and t.idempotency_key = ${key}`.execute(ctx.db);
  if (rows[0] && !rows[0].isSame) throw userError('ledgerKeyReused', { key }, 'key');
  return rows[0]?.id ?? null;
}
