import { sql } from 'kysely';
import { billedFields, columnsOfUser, defineReport, text } from '../report.ts';

export const noExternalIDUsersWithVMs = defineReport({
  id: 'noExternalIDUsersWithVMs',
  title: text('Users with servers but no customer number', 'משתמשים עם שרתים וללא מספר לקוח'),
  menuTitle: text('No customer number', 'ללא מספר לקוח'),
  detail: text(
    'Users with servers who have no customer number at the company that bills them.',
    'משתמשים עם שרתים שאין להם מספר לקוח בחברה שמחייבת אותם.',
  ),
  icon: 'users',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    { key: 'company', title: text('Company', 'חברה'), type: 'text' },
    { key: 'servers', title: text('Servers', 'שרתים'), type: 'number' },
    { key: 'created_at', title: text('Joined on', 'הצטרף בתאריך'), type: 'moment' },
  ],
  sorting: '-servers',
  rows: () => sql`
    select u.id::text as id, ${billedFields}, null::uuid as server_id, c.legal_name as company, owned.servers, u.created_at
    from user_account u join site on site.id = u.site_id join company c on c.id = company_of_site(u.site_id)
    join (select owner_id, count(*) as servers from server where state = 'live' group by owner_id) owned on owned.owner_id = u.id
    where u.deleted_at is null and u.sandbox_of is null
      and not exists (select from customer_number n where n.user_id = u.id and n.company_id = c.id)`,
});
