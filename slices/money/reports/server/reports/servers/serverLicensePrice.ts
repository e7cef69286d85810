import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import {
  billedFields,
  columnsOfServer,
  columnsOfUser,
  currencyColumn,
  defineReport,
  moneyColumn,
  serverFields,
} from '../../report.ts';

export const serverLicensePrice = defineReport({
  id: 'serverLicensePrice',
  title: localize('serverLicensePrice'),
  menuTitle: localize('serverLicensePrice.menuTitle'),
  detail: localize('serverLicensePrice.detail'),
  icon: 'receipt',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    ...columnsOfServer,
    { key: 'os', title: localize('serverLicensePrice.os.operatingSystem'), type: 'text' },
    { key: 'licence', title: localize('serverLicensePrice.licence.license'), type: 'text' },
    moneyColumn('hourly', localize('serverLicensePrice.columns.hourly')),
    moneyColumn('monthly', localize('serverLicensePrice.columns.monthly')),
    currencyColumn,
  ],
  sorting: 'licence',
  rows: () => sql`
    select server.id::text as id, ${billedFields}, ${serverFields}, server.os, server.image_price_item as licence,
      trim_scale(item.hourly) as hourly, trim_scale(item.monthly) as monthly, list.currency
    from server join user_account u on u.id = server.owner_id join site on site.id = u.site_id
    left join span on span.subject_id = server.id and span.item in (server.image_price_item, server.image_price_item || '.off') and span.to_at is null
    left join price_item item on item.id = span.price_item_id left join price_list list on list.id = item.price_list_id
    where server.state = 'live' and server.image_price_item is not null and u.sandbox_of is null`,
});
