import { sql } from 'kysely';
import { reasonsOfBookings } from '../../../ledger/server/index.ts';
import {
  columnsOfUser,
  currencyColumn,
  daysFilter,
  defineReport,
  moneyColumn,
  text,
  userFields,
  wordColumn,
} from '../report.ts';

const kinds = {
  deposit: text('Payment', 'תשלום'),
  credit: text('Credit', 'זיכוי'),
  charge: text('Charge', 'חיוב'),
  noRefund: text('No refund', 'ללא החזר'),
  reduction: text('Reduction', 'הפחתה'),
  moneyBack: text('Money back', 'החזר כספי'),
  writeOff: text('Written off', 'נמחק'),
  dispute: text('Dispute debit', 'חיוב בגין מחלוקת'),
  disputeReturn: text('Dispute credit', 'זיכוי בגין מחלוקת'),
};

/** What the transaction did to the customer's account: a charge is below zero. */
const effect = sql`coalesce((
  select sum(p.amount) from ledger_posting p join ledger_account account on account.id = p.account_id and account.kind = 'customer'
  where p.transaction_id = t.id), 0)`;

export const transactionsReport = defineReport({
  id: 'transactionsReport',
  title: text('Transactions', 'תנועות'),
  menuTitle: text('Transactions', 'תנועות'),
  detail: text(
    'Payments, charges, refunds and write-offs of every customer. Charges are negative.',
    'תשלומים, חיובים, החזרים ומחיקות של כל הלקוחות. חיובים מוצגים בסימן מינוס.',
  ),
  icon: 'receipt',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    { key: 'company', title: text('Company', 'חברה'), type: 'text' },
    { key: 'at', title: text('Date', 'תאריך'), type: 'moment' },
    wordColumn('kind', text('Type', 'סוג'), kinds),
    moneyColumn('amount', 'Amount', 'סכום'),
    currencyColumn,
    { key: 'reason', title: text('Reason', 'סיבה'), type: 'text' },
  ],
  filters: [daysFilter(text('Period', 'תקופה'), '30')],
  sorting: '-at',
  rows: (ctx, { days }) => {
    const since = new Date(ctx.clock.now().getTime() - Number(days) * 86_400_000);
    const { join, reason } = reasonsOfBookings(ctx, ctx.language);
    return sql`
      select t.id::text as id, ${userFields}, t.company_id, null::uuid as server_id, c.legal_name as company, t.at,
        coalesce(t.refund_kind, t.kind) as kind, trim_scale(${effect}) as amount, t.currency, ${reason} as reason
      from ledger_transaction t ${join} join user_account u on u.id = t.user_id join site on site.id = u.site_id join company c on c.id = t.company_id
      where t.at >= ${since}`;
  },
});
