import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Context, SignedInContext } from '../../../server/platform/context.ts';
import { csvLine, csvMark } from '../../../server/platform/csv.ts';
import { containing } from '../../../server/platform/database/listPage.ts';
import { type DateRequest, readDatePage } from '../../audit/server/index.ts';
import type { Customer } from '../../companies/server/index.ts';
import type { ledgerEndpoints } from '../contract.ts';
import { givenBack } from './givenBack.ts';

type Managed = z.output<(typeof ledgerEndpoints)['listTransactions']['answer']>['items'][number];
type Own = z.output<(typeof ledgerEndpoints)['listOwnTransactions']['answer']>['items'][number];

interface Row extends Omit<Managed, 'at'> {
  at: Date;
}

export interface HistoryFilter {
  kind?: string | undefined;
  filter?: string | undefined;
}

const ofCustomerAccount = sql`p.account_id in (
  select id from ledger_account a where a.company_id = t.company_id and a.user_id = t.user_id and a.currency = t.currency)`;

const columns = sql`
  t.id, t.at, t.kind, t.refund_kind as "refundKind", t.refunds, trim_scale(t.amount) as amount, t.currency, t.reason,
  coalesce((select email from user_account where id = t.by_user), '') as by,
  trim_scale(coalesce((select sum(p.amount) from ledger_posting p where p.transaction_id = t.id and ${ofCustomerAccount}), 0)) as effect,
  trim_scale(coalesce((
    select sum(p.amount) from ledger_posting p join ledger_transaction before on before.id = p.transaction_id
    where ${ofCustomerAccount} and before.sequence <= t.sequence), 0)) as balance,
  case when t.kind in ('charge', 'deposit')
    then trim_scale(greatest(0, t.amount - (select ${givenBack} from ledger_transaction given where given.refunds = t.id))) end as refundable`;

function conditions({ kind, filter }: HistoryFilter): RawBuilder<unknown>[] {
  return [...(kind ? [sql`t.kind = ${kind}`] : []), ...(filter ? [sql`t.reason ilike ${containing(filter)}`] : [])];
}

const read = (ctx: Pick<Context, 'db'>, whose: RawBuilder<unknown>, query: DateRequest & HistoryFilter) =>
  readDatePage<Row, Managed>(
    ctx,
    { columns, from: sql`ledger_transaction t`, where: [whose, ...conditions(query)], at: sql`t.at`, id: sql`t.sequence` },
    query,
    (row) => ({ ...row, at: row.at.toISOString() }),
  );

const ofActor = (ctx: SignedInContext) => sql`t.user_id = ${ctx.actor.userId}`;
const ofCustomer = (customer: Customer) => sql`t.user_id = ${customer.id} and t.company_id = ${customer.company.id}`;

/** A person's own transactions, the latest first; who booked them is not told. */
export async function ownHistory(ctx: SignedInContext, query: DateRequest & HistoryFilter) {
  const page = await read(ctx, ofActor(ctx), query);
  return { ...page, items: page.items.map(({ by: _by, refundable: _refundable, ...item }): Own => item) };
}

export const customerHistory = (ctx: SignedInContext, customer: Customer, query: DateRequest & HistoryFilter) =>
  read(ctx, ofCustomer(customer), query);

export const ownCsv = (ctx: SignedInContext, filter: HistoryFilter) => csv(ctx, ofActor(ctx), filter, false);
export const customerCsv = (ctx: SignedInContext, customer: Customer, filter: HistoryFilter) =>
  csv(ctx, ofCustomer(customer), filter, true);

/** All transactions as CSV, page after page: the file never stands in memory. */
async function* csv(ctx: SignedInContext, whose: RawBuilder<unknown>, filter: HistoryFilter, tellsWho: boolean): AsyncGenerator<string> {
  const head = ['transaction', 'at', 'kind', 'refund', 'amount', 'currency', 'effect', 'balance', 'reason', 'refund of'];
  yield csvMark + csvLine([...head, ...(tellsWho ? ['by'] : [])]);
  let next: DateRequest | null = { size: 500 };
  while (next) {
    const page: Awaited<ReturnType<typeof read>> = await read(ctx, whose, { ...filter, ...next });
    for (const item of page.items) yield lineOf(item, tellsWho);
    next = page.next && page.nextDate ? { size: 500, from: page.nextDate, skip: page.nextSkip } : null;
  }
}

function lineOf(item: Managed, tellsWho: boolean): string {
  const { id, at, kind, refundKind, amount, currency, effect, balance, reason, refunds, by } = item;
  const cells = [id, at, kind, refundKind, { decimal: amount }, currency, { decimal: effect }, { decimal: balance }, reason, refunds];
  return csvLine([...cells, ...(tellsWho ? [by] : [])]);
}
