import { sql } from 'kysely';
import { tierMargins } from '../../../pricing/server/index.ts';
import { currencyColumn, defineReport, moneyColumn, monthFilter, text } from '../report.ts';

export const resellerMargins = defineReport({
  id: 'resellerMargins',
  title: text('Margins of resellers', 'רווחי משווקים'),
  detail: text(
    'What each site earned on the use of its customers and of the sites below it: at its own prices less what the site above sells for. Before discounts and tax.',
    'כמה הרוויח כל אתר משימוש לקוחותיו ומהאתרים שתחתיו: לפי מחיריו, בניכוי המחיר של האתר שמעליו. לפני הנחות ומס.',
  ),
  icon: 'calculator',
  access: 'reports.billing',
  columns: [
    { key: 'tier', title: text('Seller', 'מוכר'), type: 'text' },
    { key: 'email', title: text('Customer', 'לקוח'), type: 'text' },
    { key: 'site', title: text('Site of the customer', 'אתר הלקוח'), type: 'text' },
    moneyColumn('retail', 'Sold for', 'נמכר ב'),
    moneyColumn('wholesale', 'Bought for', 'נקנה ב'),
    moneyColumn('margin', 'Margin', 'רווח'),
    currencyColumn,
  ],
  filters: [monthFilter],
  sorting: '-margin',
  rows: (ctx, { month = '0' }) => {
    const now = ctx.clock.now();
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - Number(month), 15, 12));
    return sql`
      select md5(concat(payer.id, m.tier_id, m.site_id, m.currency))::uuid::text as id, payer.id as user_id, m.tier_id as site_id,
        company_of_site(m.tier_id) as company_id, null::uuid as server_id, tier.name as tier, payer.email, site.name as site, m.currency,
        sum(m.retail) as retail, sum(m.wholesale) as wholesale, sum(m.margin) as margin
      from (${tierMargins({ at, until: now }, sql`true`)}) as m
      join user_account owner on owner.id = m.owner_id join user_account payer on payer.id = coalesce(owner.parent_id, owner.id) and payer.role <> 'root'
      join site on site.id = m.site_id and not site.is_sandbox join site tier on tier.id = m.tier_id
      group by payer.id, payer.email, m.tier_id, tier.name, m.site_id, site.name, m.currency`;
  },
});
