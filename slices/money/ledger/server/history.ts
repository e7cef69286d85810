import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { csvLine, csvMark } from '../../../../server/platform/csv.ts';
import { containing } from '../../../../server/platform/database/listPage.ts';
import { type DateRequest, readDatePage } from '../../../operations/audit/server/index.ts';
import type { Customer } from '../../companies/server/index.ts';
import type { ledgerEndpoints } from '../contract.ts';
import { limitsOf } from './limits.ts';
import { type Running, readRunningBalances } from './posting/runningBalance.ts';
import { transactionPurposeSql, transactionSubjectOf } from './transactionSubject.ts';

type Managed = z.output<(typeof ledgerEndpoints)['listTransactions']['answer']>['items'][number];
type OwnTransaction = z.output<
  (typeof ledgerEndpoints)['listOwnTransactions']['answer']
>['items'][number];

type PresentedTransaction = Omit<Managed, 'refundable' | 'sendable'>;

interface Row extends Omit<PresentedTransaction, 'at' | 'effect' | 'balance'> {
  at: Date;
  sequence: number;
}

export interface HistoryFilter {
  kind?: string | undefined;
  filter?: string | undefined;
}

const transactionPurpose = (ctx: Pick<Context, 'language' | 'services'>) =>
  transactionPurposeSql(ctx, ctx.language).reason;

const columnsFor = (ctx: Pick<Context, 'language' | 'services'>) => sql`
  t.id, t.sequence, t.at, t.kind, t.refund_kind as "refundKind", t.refunds, trim_scale(t.amount) as amount, t.currency,
  ${transactionPurpose(ctx)} as reason, ${transactionSubjectOf(ctx).document} as document,
  coalesce(account_email(t.by_user), '') as by`;

function conditions(
  ctx: Pick<Context, 'language' | 'services'>,
  { kind, filter }: HistoryFilter,
): RawBuilder<unknown>[] {
  const text = filter && containing(filter);
  return [
    ...(kind ? [sql`t.kind = ${kind}`] : []),
    ...(text
      ? [
          sql`(${transactionPurpose(ctx)} ilike ${text} or ${transactionSubjectOf(ctx).number} ilike ${text})`,
        ]
      : []),
  ];
}

/**
 * The owner of the transactions, as the same condition on `ledger_transaction t` and
 * `ledger_account a`.
 */
interface HistoryOwner {
  transactions: RawBuilder<unknown>;
  accounts: RawBuilder<unknown>;
}

async function read(
  ctx: Pick<Context, 'db' | 'language' | 'services'>,
  customer: HistoryOwner,
  query: DateRequest & HistoryFilter,
) {
  const where = [customer.transactions, ...conditions(ctx, query)];
  const from = sql`ledger_transaction t ${transactionSubjectOf(ctx).join}`;
  const source = { columns: columnsFor(ctx), from, where, at: sql`t.at`, id: sql`t.sequence` };
  const page = await readDatePage<Row, Row>(ctx, source, query, (row) => row);
  const { items } = page;
  const sequence = Math.min(...items.map((row) => row.sequence));
  const ids = items.map(({ id }) => id);
  const balances =
    ids.length > 0
      ? await readRunningBalances(ctx, ids, { ...customer, sequence })
      : new Map<string, Running>();
  return { ...page, items: items.map((row) => present(row, balances.get(row.id))) };
}

function present(
  { sequence: _sequence, at, ...row }: Row,
  running: Running | undefined,
): PresentedTransaction {
  if (!running) throw new Error(`The transaction ${row.id} has no account.`);
  return { ...row, at: at.toISOString(), effect: running.effect, balance: running.balance };
}

const actorFilter = (ctx: SignedInContext): HistoryOwner => ({
  transactions: sql`t.user_id = ${ctx.actor.userId}`,
  accounts: sql`a.user_id = ${ctx.actor.userId}`,
});
const customerFilter = ({ id, company }: Customer): HistoryOwner => ({
  transactions: sql`t.user_id = ${id} and t.company_id = ${company.id}`,
  accounts: sql`a.user_id = ${id} and a.company_id = ${company.id}`,
});

/** A user's own transactions, latest first, without the administrators' names. */
export async function ownHistory(ctx: SignedInContext, query: DateRequest & HistoryFilter) {
  const page = await read(ctx, actorFilter(ctx), query);
  return { ...page, items: page.items.map(({ by: _by, ...item }): OwnTransaction => item) };
}

/**
 * A customer's transactions, latest first, with the administrator and the refundable amount of
 * each.
 */
export async function customerHistory(
  ctx: SignedInContext,
  customer: Customer,
  query: DateRequest & HistoryFilter,
) {
  const page = await read(ctx, customerFilter(customer), query);
  const originals = page.items
    .filter(({ kind }) => kind === 'charge' || kind === 'deposit')
    .map(({ id }) => id);
  const limits = new Map(
    originals.length > 0
      ? (await limitsOf(ctx, customer, originals)).map((limit) => [limit.id, limit])
      : [],
  );
  const items = page.items.map((item): Managed => {
    const { refundable = null, sendable = null } = limits.get(item.id) ?? {};
    return { ...item, refundable, sendable };
  });
  return { ...page, items };
}

export const ownCsv = (ctx: SignedInContext, filter: HistoryFilter) =>
  csv(ctx, actorFilter(ctx), filter, false);
export const customerCsv = (ctx: SignedInContext, customer: Customer, filter: HistoryFilter) =>
  csv(ctx, customerFilter(customer), filter, true);

/** Streams all transactions as CSV page by page, so that the file is never entirely in memory. */
async function* csv(
  ctx: SignedInContext,
  customer: HistoryOwner,
  filter: HistoryFilter,
  includesActor: boolean,
): AsyncGenerator<string> {
  const header = [
    'transaction',
    'at',
    'kind',
    'refund',
    'amount',
    'currency',
    'effect',
    'balance',
    'reason',
    'refund of',
  ];
  yield csvMark + csvLine([...header, ...(includesActor ? ['by'] : []), 'document']);
  let next: DateRequest | null = { size: 500 };
  while (next) {
    const page: Awaited<ReturnType<typeof read>> = await read(ctx, customer, {
      ...filter,
      ...next,
    });
    for (const item of page.items) yield lineOf(item, includesActor);
    next =
      page.next && page.nextDate ? { size: 500, from: page.nextDate, skip: page.nextSkip } : null;
  }
}

function lineOf(item: PresentedTransaction, includesActor: boolean): string {
  const {
    id,
    at,
    kind,
    refundKind,
    amount,
    currency,
    effect,
    balance,
    reason,
    refunds,
    by,
    document,
  } = item;
  const cells = [
    id,
    at,
    kind,
    refundKind,
    { decimal: amount },
    currency,
    { decimal: effect },
    { decimal: balance },
    reason,
    refunds,
  ];
  return csvLine([...cells, ...(includesActor ? [by] : []), document?.number ?? null]);
}
