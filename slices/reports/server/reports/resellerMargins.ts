import { sql } from 'kysely';
import { tierMargins } from '../../../pricing/server/index.ts';
import { currencyColumn, defineReport, moneyColumn, monthFilter, text } from '../report.ts';

const unknown = { missing: text('No exchange rate', 'אין שער חליפין') };

export const resellerMargins = defineReport({
  id: 'resellerMargins',
  title: text('Reseller margins', 'מרווחי משווקים'),
  detail: text(
    'Earnings of every site from its customers and sub-sites: its own prices minus the prices of the site above. Purchases in another currency use the last exchange rate of the month, or today’s rate for the current month. Before discounts and tax.',
    'כמה הרוויח כל אתר משימוש לקוחותיו ומהאתרים שתחתיו: לפי מחיריו, בניכוי המחיר של האתר שמעליו. מה שנקנה במטבע אחר מחושב לפי שער החליפין האחרון הידוע בסוף החודש, ובחודש הנוכחי לפי שער היום. לפני הנחות ומס.',
  ),
  icon: 'calculator',
  access: 'reports.billing',
  columns: [
    { key: 'tier', title: text('Seller', 'מוכר'), type: 'text' },
    { key: 'email', title: text('Customer', 'לקוח'), type: 'text' },
    { key: 'site', title: text('Customer site', 'אתר הלקוח'), type: 'text' },
    moneyColumn('retail', 'Sold for', 'נמכר ב'),
    { ...currencyColumn, isExtra: true },
    moneyColumn('wholesale', 'Bought for', 'נקנה ב', { currency: 'wholesale_currency' }),
    {
      key: 'wholesale_currency',
      title: text('Purchase currency', 'מטבע קנייה'),
      type: 'text',
      isExtra: true,
    },
    { key: 'rate', title: text('Rate', 'שער'), type: 'number', ...unknown },
    { key: 'rate_day', title: text('Rate date', 'תאריך השער'), type: 'day' },
    moneyColumn('converted', 'At the rate', 'לפי השער', unknown),
    moneyColumn('margin', 'Margin', 'רווח', unknown),
  ],
  beyondScope: 'what a site sold stays its own when the customer moves away',
  filters: [monthFilter],
  sorting: '-margin',
  rows: (ctx, { month = '0' }) => {
    const now = ctx.clock.now();
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - Number(month), 15, 12));
    return sql`
      select md5(concat(payer.id, m.tier_id, m.site_id, m.currency, m.wholesale_currency))::uuid::text as id, payer.id as user_id, m.tier_id as site_id,
        company_of_site(m.tier_id) as company_id, null::uuid as server_id, tier.name as tier, payer.email, site.name as site, m.currency, m.retail,
        m.wholesale_currency, m.wholesale, trim_scale(m.rate) as rate, to_char(m.rate_day, 'YYYY-MM-DD') as rate_day, m.converted, m.margin
      from (${tierMargins({ at, until: now }, sql`true`)}) as m
      join user_account payer on payer.id = m.payer_id and payer.role <> 'root'
      join site on site.id = m.site_id and not site.is_sandbox join site tier on tier.id = m.tier_id`;
  },
});
