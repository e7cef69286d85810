import { sql } from 'kysely';
import { unsoldAtTop } from '../../../../pricing/server/index.ts';
import { localize } from '../../../texts/localize.ts';
import {
  columnsOfUser,
  currencyColumn,
  defineReport,
  labelColumn,
  moneyColumn,
  resourceColumn,
} from '../../report.ts';

export const naServicesForRootReport = defineReport({
  id: 'naServicesForRootReport',
  title: localize('naServicesForRootReport'),
  menuTitle: localize('naServicesForRootReport.menuTitle'),
  detail: localize('naServicesForRootReport.detail'),
  icon: 'receipt',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    resourceColumn,
    { key: 'name', title: localize('naServicesForRootReport.name'), type: 'text' },
    { key: 'item', title: localize('naServicesForRootReport.item'), type: 'text' },
    { key: 'quantity', title: localize('naServicesForRootReport.quantity'), type: 'number' },
    labelColumn('mode', localize('naServicesForRootReport.columns.billing'), {
      hourly: localize('naServicesForRootReport.hourly'),
      monthly: localize('naServicesForRootReport.monthly'),
    }),
    moneyColumn('sold_for', localize('naServicesForRootReport.columns.sold')),
    currencyColumn,
    { key: 'since', title: localize('naServicesForRootReport.since.meteredSince'), type: 'moment' },
  ],
  sorting: 'item',
  // Rows belong to the topmost site, because its administrators must fix its price list.
  rows: () => sql`
    select md5(used.id::text)::uuid::text as id, u.id as user_id, used.top_id as site_id, company_of_site(used.top_id) as company_id,
      null::uuid as server_id, u.email, site.name as site, used.subject_type as kind, used.subject_name as name, used.item,
      trim_scale(used.quantity) as quantity, used.mode, list.currency, used.from_at as since,
      trim_scale(case used.mode when 'hourly' then item.hourly else item.monthly end) as sold_for
    from (${unsoldAtTop}) as used join user_account u on u.id = used.owner_id join site on site.id = used.site_id
    join price_item item on item.id = used.price_item_id join price_list list on list.id = item.price_list_id`,
});
