import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import { billedFields, columnsOfUser, defineReport } from '../../report.ts';

export const noExternalIDUsersWithVMs = defineReport({
  id: 'noExternalIDUsersWithVMs',
  title: localize('noExternalIDUsersWithVMs'),
  menuTitle: localize('noExternalIDUsersWithVMs.menuTitle'),
  detail: localize('noExternalIDUsersWithVMs.detail'),
  icon: 'users',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    { key: 'company', title: localize('noExternalIDUsersWithVMs.company'), type: 'text' },
    { key: 'servers', title: localize('noExternalIDUsersWithVMs.servers'), type: 'number' },
    {
      key: 'created_at',
      title: localize('noExternalIDUsersWithVMs.createdAt.joined'),
      type: 'moment',
    },
  ],
  sorting: '-servers',
  rows: () => sql`
    select u.id::text as id, ${billedFields}, null::uuid as server_id, c.legal_name as company, owned.servers, u.created_at
    from user_account u join site on site.id = u.site_id join company c on c.id = company_of_site(u.site_id)
    join (select owner_id, count(*) as servers from server where state = 'live' group by owner_id) owned on owned.owner_id = u.id
    where u.deleted_at is null and u.sandbox_of is null
      and not exists (select from customer_number n where n.user_id = u.id and n.company_id = c.id)`,
});
