import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import { columnsOfUser, defineReport, userFields } from '../../report.ts';

export const deletedUsers = defineReport({
  id: 'deletedUsers',
  title: localize('deletedUsers'),
  detail: localize('deletedUsers.detail'),
  icon: 'trash',
  access: 'reports.people',
  columns: [
    ...columnsOfUser,
    { key: 'deleted', title: localize('deletedUsers.deleted'), type: 'moment' },
    { key: 'deleted_by', title: localize('deletedUsers.deletedBy.deleted'), type: 'text' },
    { key: 'created', title: localize('deletedUsers.created'), type: 'moment' },
    { key: 'last_login', title: localize('deletedUsers.lastLogin.lastSign'), type: 'moment' },
  ],
  sorting: '-deleted',
  rows: () => sql`
    select u.id::text as id, ${userFields}, null::uuid as server_id, u.deleted_at as deleted, coalesce(account_email(u.deleted_by), '') as deleted_by,
      u.created_at as created, u.last_login_at as last_login
    from user_account u join site on site.id = u.site_id
    where u.deleted_at is not null`,
});
