import { sql } from 'kysely';
import { paymentTypeTitles } from '../../../../people/users/contract/paymentTypes.ts';
import { localize } from '../../texts/localize.ts';
import { billedFields, columnsOfUser, defineReport, labelColumn } from '../report.ts';

export const billingHierarchy = defineReport({
  id: 'billingHierarchy',
  title: localize('billingHierarchy'),
  detail: localize('billingHierarchy.detail'),
  icon: 'network',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    { key: 'company', title: localize('billingHierarchy.company'), type: 'text' },
    {
      key: 'external_id',
      title: localize('billingHierarchy.externalId.customerNumber'),
      type: 'text',
    },
    { key: 'parent', title: localize('billingHierarchy.parent.parentAccount'), type: 'text' },
    { key: 'children', title: localize('billingHierarchy.children.subAccounts'), type: 'number' },
    {
      key: 'price_list',
      title: localize('billingHierarchy.priceList.assignedPriceList'),
      type: 'text',
    },
    labelColumn('payment', localize('billingHierarchy.columns.paymentType'), paymentTypeTitles),
  ],
  sorting: 'company',
  rows: () => sql`
    select u.id::text as id, ${billedFields}, null::uuid as server_id, c.legal_name as company, n.external_id, parent.email as parent,
      (select count(*) from user_account child where child.parent_id = u.id and child.deleted_at is null) as children,
      given.list_name as price_list, u.payment_type as payment
    from user_account u join site on site.id = u.site_id
    left join company c on c.id = company_of_site(u.site_id)
    left join customer_number n on n.user_id = u.id and n.company_id = c.id
    left join user_account parent on parent.id = u.parent_id
    left join lateral (
      select list_name from price_list_grant where user_id = u.id or user_id = u.parent_id order by (user_id = u.id) desc, id desc limit 1
    ) given on true
    where u.deleted_at is null and u.sandbox_of is null`,
});
