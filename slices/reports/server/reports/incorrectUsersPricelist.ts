import { sql } from 'kysely';
import { billedFields, columnsOfUser, defineReport, text } from '../report.ts';

export const incorrectUsersPricelist = defineReport({
  id: 'incorrectUsersPricelist',
  title: text('Accounts with an inactive price list', 'חשבונות עם מחירון לא פעיל'),
  menuTitle: text('Inactive price lists', 'מחירונים לא פעילים'),
  detail: text(
    'Accounts whose assigned price list has no version in effect. They are charged by their site’s price list instead.',
    'חשבונות שלמחירון המוקצה להם אין גרסה בתוקף. הם מחויבים לפי מחירון האתר.',
  ),
  icon: 'receipt',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    { key: 'price_list', title: text('Assigned price list', 'מחירון מוקצה'), type: 'text' },
    { key: 'list_site', title: text('Price list site', 'אתר המחירון'), type: 'text' },
    { key: 'granted_at', title: text('Assigned on', 'הוקצה בתאריך'), type: 'moment' },
  ],
  sorting: '-granted_at',
  rows: (ctx) => sql`
    select u.id::text as id, ${billedFields}, null::uuid as server_id, given.list_name as price_list, seller.name as list_site, given.granted_at
    from user_account u join site on site.id = u.site_id
    join lateral (select * from price_list_grant g where g.user_id = u.id order by g.id desc limit 1) given on given.list_name is not null
    join site seller on seller.id = given.list_site_id
    where u.deleted_at is null and not exists (
      select from price_list list where list.site_id = given.list_site_id and list.name = given.list_name and list.valid_from <= ${ctx.clock.now()}
        and not exists (select from price_list_withdrawal w where w.price_list_id = list.id))`,
});
