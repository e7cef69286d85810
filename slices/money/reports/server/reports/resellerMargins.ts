import { sql } from 'kysely';
import { tierMargins } from '../../../pricing/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { currencyColumn, defineReport, moneyColumn, monthFilter } from '../report.ts';

const unknown = { missing: localize('resellerMargins.missing') };

export const resellerMargins = defineReport({
  id: 'resellerMargins',
  title: localize('resellerMargins'),
  detail: localize('resellerMargins.detail'),
  icon: 'calculator',
  access: 'reports.billing',
  columns: [
    { key: 'tier', title: localize('resellerMargins.tier.seller'), type: 'text' },
    { key: 'email', title: localize('resellerMargins.email.customer'), type: 'text' },
    { key: 'site', title: localize('resellerMargins.site.customerSite'), type: 'text' },
    moneyColumn('retail', localize('resellerMargins.columns.sold')),
    { ...currencyColumn, isExtra: true },
    moneyColumn('wholesale', localize('resellerMargins.columns.bought'), {
      currency: 'wholesale_currency',
    }),
    {
      key: 'wholesale_currency',
      title: localize('resellerMargins.wholesaleCurrency.purchaseCurrency'),
      type: 'text',
      isExtra: true,
    },
    { key: 'rate', title: localize('resellerMargins.rate'), type: 'number', ...unknown },
    { key: 'rate_day', title: localize('resellerMargins.rateDay.rateDate'), type: 'day' },
    moneyColumn('converted', localize('resellerMargins.columns.rate'), unknown),
    moneyColumn('margin', localize('resellerMargins.columns.margin'), unknown),
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
