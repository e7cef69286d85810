import { sql } from 'kysely';
import { localize } from '../../texts/localize.ts';
import {
  currencyColumn,
  defineReport,
  moneyColumn,
  monthFilter,
  siteColumn,
  userColumn,
  userFields,
} from '../report.ts';

/** The columns of balance changes, by transaction type. */
const movements = {
  deposits: ['deposit'],
  charges: ['charge'],
  credits: ['credit'],
  refunds: ['refund'],
  disputes: ['dispute', 'disputeReturn'],
  written_off: ['writeOff'],
};
const sumOf = (column: string, kinds: readonly string[]) =>
  sql`coalesce(sum(p.amount) filter (where t.at >= starts and t.kind = any(${[...kinds]}::text[])), 0) as ${sql.ref(column)}`;

export const usersTransactionsHistoryForAcms = defineReport({
  id: 'usersTransactionsHistoryForAcms',
  title: localize('usersTransactionsHistoryForAcms'),
  menuTitle: localize('usersTransactionsHistoryForAcms.menuTitle'),
  detail: localize('usersTransactionsHistoryForAcms.detail'),
  icon: 'calculator',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    userColumn,
    {
      key: 'external_id',
      title: localize('usersTransactionsHistoryForAcms.externalId.customerNumber'),
      type: 'text',
    },
    moneyColumn('opening', localize('usersTransactionsHistoryForAcms.columns.opening')),
    moneyColumn('deposits', localize('usersTransactionsHistoryForAcms.columns.deposits')),
    moneyColumn('charges', localize('usersTransactionsHistoryForAcms.columns.charges')),
    moneyColumn('credits', localize('usersTransactionsHistoryForAcms.columns.credits')),
    moneyColumn('refunds', localize('usersTransactionsHistoryForAcms.columns.refunds')),
    moneyColumn('disputes', localize('usersTransactionsHistoryForAcms.columns.disputes')),
    moneyColumn('written_off', localize('usersTransactionsHistoryForAcms.columns.writtenOff')),
    moneyColumn('closing', localize('usersTransactionsHistoryForAcms.columns.closing')),
    currencyColumn,
    { key: 'company', title: localize('usersTransactionsHistoryForAcms.company'), type: 'text' },
    siteColumn,
  ],
  filters: [monthFilter],
  sorting: 'email',
  // Months follow the time zone of the customer's site, as on invoices. Each column is a change of
  // the balance, and together they add up to the closing balance.
  rows: (ctx, { month = '0' }) => sql`
    select md5(account.id::text)::uuid::text as id, ${userFields}, account.company_id, null::uuid as server_id, c.legal_name as company, n.external_id,
      trim_scale(moved.opening) as opening, trim_scale(moved.deposits) as deposits, trim_scale(moved.charges) as charges,
      trim_scale(moved.credits) as credits, trim_scale(moved.refunds) as refunds, trim_scale(moved.disputes) as disputes,
      trim_scale(moved.written_off) as written_off, trim_scale(moved.closing) as closing, account.currency
    from (
      select account.id, coalesce(sum(p.amount) filter (where t.at < starts), 0) as opening, sum(p.amount) as closing,
        bool_or(t.at >= starts) as is_moved, ${sql.join(Object.entries(movements).map(([column, kinds]) => sumOf(column, kinds)))}
      from ledger_account account join user_account u on u.id = account.user_id join site on site.id = u.site_id
      cross join lateral (
        select date_trunc('month', ${ctx.clock.now()}::timestamptz at time zone site.time_zone) - ${Number(month)} * interval '1 month' as begins) as local
      cross join lateral (
        select begins at time zone site.time_zone as starts, (begins + interval '1 month') at time zone site.time_zone as ends) as month
      join ledger_posting p on p.account_id = account.id join ledger_transaction t on t.id = p.transaction_id and t.at < month.ends
      where account.kind = 'customer' group by account.id
    ) as moved
    join ledger_account account on account.id = moved.id
    join user_account u on u.id = account.user_id join site on site.id = u.site_id
    join company c on c.id = account.company_id
    left join customer_number n on n.company_id = account.company_id and n.user_id = account.user_id
    where moved.is_moved or moved.closing <> 0`,
});
