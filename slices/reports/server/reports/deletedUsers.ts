import { sql } from 'kysely';
import { columnsOfUser, defineReport, text, userFields } from '../report.ts';

export const deletedUsers = defineReport({
  id: 'deletedUsers',
  title: text('Deleted users', 'משתמשים שנמחקו'),
  detail: text(
    'Deleted accounts, with the date and who deleted them.',
    'חשבונות שנמחקו, עם התאריך ומי מחק אותם.',
  ),
  icon: 'trash',
  access: 'reports.people',
  columns: [
    ...columnsOfUser,
    { key: 'deleted', title: text('Deleted on', 'נמחק בתאריך'), type: 'moment' },
    { key: 'deleted_by', title: text('Deleted by', 'נמחק על ידי'), type: 'text' },
    { key: 'created', title: text('Created on', 'נוצר בתאריך'), type: 'moment' },
    { key: 'last_login', title: text('Last sign-in', 'כניסה אחרונה'), type: 'moment' },
  ],
  sorting: '-deleted',
  rows: () => sql`
    select u.id::text as id, ${userFields}, null::uuid as server_id, u.deleted_at as deleted, coalesce(account_email(u.deleted_by), '') as deleted_by,
      u.created_at as created, u.last_login_at as last_login
    from user_account u join site on site.id = u.site_id
    where u.deleted_at is not null`,
});
