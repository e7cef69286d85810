import { sql } from 'kysely';
import { unsoldAtTop } from '../../../pricing/server/index.ts';
import {
  columnsOfUser,
  currencyColumn,
  defineReport,
  moneyColumn,
  text,
  thingColumn,
  wordColumn,
} from '../report.ts';

export const naServicesForRootReport = defineReport({
  id: 'naServicesForRootReport',
  title: text('Reseller services without a purchase price', 'שירותי משווקים ללא מחיר קנייה'),
  menuTitle: text('No purchase price', 'ללא מחיר קנייה'),
  detail: text(
    'Services in use by resellers’ customers that the root site has no price for. The reseller’s purchase price then equals its selling price.',
    'שירותים בשימוש של לקוחות משווקים, שאין להם מחיר באתר הראשי. במקרה זה מחיר הקנייה של המשווק שווה למחיר המכירה שלו.',
  ),
  icon: 'receipt',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    thingColumn,
    { key: 'name', title: text('Name', 'שם'), type: 'text' },
    { key: 'item', title: text('Item', 'פריט'), type: 'text' },
    { key: 'quantity', title: text('Quantity', 'כמות'), type: 'number' },
    wordColumn('mode', text('Billing', 'חיוב'), {
      hourly: text('Hourly', 'לפי שעה'),
      monthly: text('Monthly', 'לפי חודש'),
    }),
    moneyColumn('sold_for', 'Sold for', 'נמכר ב'),
    currencyColumn,
    { key: 'since', title: text('Metered since', 'נמדד מאז'), type: 'moment' },
  ],
  sorting: 'item',
  // Rows belong to the topmost site, whose administrators must fix its price list.
  rows: () => sql`
    select md5(used.id::text)::uuid::text as id, u.id as user_id, used.top_id as site_id, company_of_site(used.top_id) as company_id,
      null::uuid as server_id, u.email, site.name as site, used.subject_type as kind, used.subject_name as name, used.item,
      trim_scale(used.quantity) as quantity, used.mode, list.currency, used.from_at as since,
      trim_scale(case used.mode when 'hourly' then item.hourly else item.monthly end) as sold_for
    from (${unsoldAtTop}) as used join user_account u on u.id = used.owner_id join site on site.id = used.site_id
    join price_item item on item.id = used.price_item_id join price_list list on list.id = item.price_list_id`,
});
