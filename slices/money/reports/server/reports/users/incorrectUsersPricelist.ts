import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import { billedFields, columnsOfUser, defineReport } from '../../report.ts';

export const incorrectUsersPricelist = defineReport({
  id: 'incorrectUsersPricelist',
  title: localize('incorrectUsersPricelist'),
  menuTitle: localize('incorrectUsersPricelist.menuTitle'),
  detail: localize('incorrectUsersPricelist.detail'),
  icon: 'receipt',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    {
      key: 'price_list',
      title: localize('incorrectUsersPricelist.priceList.assignedPriceList'),
      type: 'text',
    },
    {
      key: 'list_site',
      title: localize('incorrectUsersPricelist.listSite.priceListSite'),
      type: 'text',
    },
    {
      key: 'granted_at',
      title: localize('incorrectUsersPricelist.grantedAt.assigned'),
      type: 'moment',
    },
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
