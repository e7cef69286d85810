import { sql } from 'kysely';
import {
  accountStateColumn,
  columnsOfUser,
  daysFilter,
  defineReport,
  isSuspended,
  stateFilter,
  text,
  userFields,
} from '../report.ts';

export const suspendedUsersToTerminate = defineReport({
  id: 'suspendedUsersToTerminate',
  title: text('Suspended users to terminate', 'משתמשים מושעים לסיום'),
  menuTitle: text('Ready to terminate', 'מיועדים לסיום'),
  detail: text(
    'Accounts suspended for a long time or listed by the dunning policy, with the resources they still use, including servers in the Trash.',
    'חשבונות שמושעים זמן רב או שנרשמו במדיניות הגבייה, עם המשאבים שבשימושם, כולל שרתים באשפה.',
  ),
  icon: 'trash',
  access: 'reports.people',
  columns: [
    ...columnsOfUser,
    accountStateColumn,
    { key: 'since', title: text('Suspended since', 'מושעה מאז'), type: 'moment' },
    { key: 'days', title: text('Days', 'ימים'), type: 'number' },
    { key: 'servers', title: text('Servers', 'שרתים'), type: 'number' },
    { key: 'in_bin', title: text('In Trash', 'באשפה'), type: 'number' },
    { key: 'disk_gb', title: text('Disks, GB', 'דיסקים, GB'), type: 'number' },
  ],
  filters: [daysFilter(text('Suspended for at least', 'מושעה לפחות'), '30'), stateFilter],
  sorting: '-days',
  rows: (ctx, filters) => {
    const now = ctx.clock.now();
    const until = new Date(now.getTime() - Number(filters.days) * 86_400_000);
    return sql`
      select u.id::text as id, ${userFields}, null::uuid as server_id, u.account_state as state, u.account_state_at as since,
        floor(extract(epoch from ${now}::timestamptz - u.account_state_at) / 86400)::integer as days, owned.servers, owned.in_bin, owned.disk_gb
      from user_account u join site on site.id = u.site_id
      cross join lateral (
        select count(*) filter (where state <> 'bin') as servers, count(*) filter (where state = 'bin') as in_bin,
          coalesce(sum((select sum(size_gb) from server_disk disk where disk.server_id = server.id)), 0)::integer as disk_gb
        from server where owner_id = u.id
      ) owned
      where ${isSuspended(filters)} and (u.account_state_at <= ${until} or exists (
        select from dunning_step s where s.user_id = u.id and s.reason = 'listed'
          and not exists (select from dunning_step e where e.document_id = s.document_id and e.kind = 'settled')))`;
  },
});
