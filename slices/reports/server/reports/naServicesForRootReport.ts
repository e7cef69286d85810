import { sql } from 'kysely';
import { unsoldAtTop } from '../../../pricing/server/index.ts';
import { columnsOfUser, currencyColumn, defineReport, moneyColumn, text, thingColumn, wordColumn } from '../report.ts';

export const naServicesForRootReport = defineReport({
  id: 'naServicesForRootReport',
  title: text('Services of resellers without a price above', 'שירותים של משווקים ללא מחיר באתר הראשי'),
  menuTitle: text('No price above', 'ללא מחיר באתר הראשי'),
  detail: text(
    'What customers of resellers use now and the topmost site sells at no price billed that way, in no currency: the reseller buys it for what he sells it for.',
    'מה שלקוחות של משווקים משתמשים בו כעת ואין לו מחיר באתר הראשי באופן החיוב הזה, בשום מטבע: המשווק קונה אותו במחיר שבו הוא מוכר.',
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
    wordColumn('mode', text('Billed', 'חיוב'), { hourly: text('Hourly', 'לפי שעה'), monthly: text('Monthly', 'לפי חודש') }),
    moneyColumn('sold_for', 'Sold for', 'נמכר ב'),
    currencyColumn,
    { key: 'since', title: text('Metered since', 'נמדד מאז'), type: 'moment' },
  ],
  sorting: 'item',
  // A row is the topmost site's: what it sells is for its administrators to mend.
  rows: () => sql`
    select md5(used.id::text)::uuid::text as id, u.id as user_id, used.top_id as site_id, company_of_site(used.top_id) as company_id,
      null::uuid as server_id, u.email, site.name as site, used.subject_type as kind, used.subject_name as name, used.item,
      trim_scale(used.quantity) as quantity, used.mode, list.currency, used.from_at as since,
      trim_scale(case used.mode when 'hourly' then item.hourly else item.monthly end) as sold_for
    from (${unsoldAtTop}) as used join user_account u on u.id = used.owner_id join site on site.id = used.site_id
    join price_item item on item.id = used.price_item_id join price_list list on list.id = item.price_list_id`,
});
