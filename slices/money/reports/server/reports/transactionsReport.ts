import { sql } from 'kysely';
import { transactionPurposeSql } from '../../../ledger/server/index.ts';
import { localize } from '../../texts/localize.ts';
import {
  columnsOfUser,
  currencyColumn,
  daysFilter,
  defineReport,
  labelColumn,
  moneyColumn,
  userFields,
} from '../report.ts';

const kinds = {
  deposit: localize('transactionsReport.deposit'),
  credit: localize('transactionsReport.credit'),
  charge: localize('transactionsReport.charge'),
  noRefund: localize('transactionsReport.noRefund'),
  reduction: localize('transactionsReport.reduction'),
  moneyBack: localize('transactionsReport.moneyBack'),
  writeOff: localize('transactionsReport.writeOff'),
  dispute: localize('transactionsReport.dispute'),
  disputeReturn: localize('transactionsReport.disputeReturn'),
};

/** The effect of the transaction on the customer's account. Negative for a charge. */
const effect = sql`coalesce((
  select sum(p.amount) from ledger_posting p join ledger_account account on account.id = p.account_id and account.kind = 'customer'
  where p.transaction_id = t.id), 0)`;

export const transactionsReport = defineReport({
  id: 'transactionsReport',
  title: localize('transactionsReport'),
  menuTitle: localize('transactionsReport.menuTitle'),
  detail: localize('transactionsReport.detail'),
  icon: 'receipt',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    { key: 'company', title: localize('transactionsReport.company'), type: 'text' },
    { key: 'at', title: localize('transactionsReport.at.date'), type: 'moment' },
    labelColumn('kind', localize('transactionsReport.columns.type'), kinds),
    moneyColumn('amount', localize('transactionsReport.columns.amount')),
    currencyColumn,
    { key: 'reason', title: localize('transactionsReport.reason'), type: 'text' },
  ],
  filters: [daysFilter(localize('transactionsReport.filters.period'), '30')],
  sorting: '-at',
  rows: (ctx, { days }) => {
    const since = new Date(ctx.clock.now().getTime() - Number(days) * 86_400_000);
    const { join, reason } = transactionPurposeSql(ctx, ctx.language);
    return sql`
      select t.id::text as id, ${userFields}, t.company_id, null::uuid as server_id, c.legal_name as company, t.at,
        coalesce(t.refund_kind, t.kind) as kind, trim_scale(${effect}) as amount, t.currency, ${reason} as reason
      from ledger_transaction t ${join} join user_account u on u.id = t.user_id join site on site.id = u.site_id join company c on c.id = t.company_id
      where t.at >= ${since}`;
  },
});
