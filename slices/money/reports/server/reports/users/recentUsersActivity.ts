import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import {
  accountStateColumn,
  columnsOfUser,
  daysFilter,
  defineReport,
  userFields,
} from '../../report.ts';

export const recentUsersActivity = defineReport({
  id: 'recentUsersActivity',
  title: localize('recentUsersActivity'),
  menuTitle: localize('recentUsersActivity.menuTitle'),
  detail: localize('recentUsersActivity.detail'),
  icon: 'activity',
  access: 'reports.people',
  columns: [
    ...columnsOfUser,
    accountStateColumn,
    {
      key: 'last_login',
      title: localize('recentUsersActivity.lastLogin.lastSign'),
      type: 'moment',
    },
    { key: 'logins', title: localize('recentUsersActivity.logins.signIns'), type: 'number' },
    {
      key: 'failures',
      title: localize('recentUsersActivity.failures.failedSignIns'),
      type: 'number',
    },
    { key: 'changes', title: localize('recentUsersActivity.changes'), type: 'number' },
  ],
  filters: [daysFilter(localize('recentUsersActivity.filters.period'), '30')],
  sorting: '-last_login',
  rows: (ctx, { days }) => {
    const since = new Date(ctx.clock.now().getTime() - Number(days) * 86_400_000);
    return sql`
      select u.id::text as id, ${userFields}, null::uuid as server_id, u.account_state as state, login.last_login, login.logins, login.failures,
        (select count(*) from audit_entry e where e.actor_id = u.id and e.at >= ${since} and e.outcome = 'done') as changes
      from user_account u join site on site.id = u.site_id
      join (
        select user_id, max(at) filter (where outcome = 'signedIn') as last_login, count(*) filter (where outcome = 'signedIn') as logins,
          count(*) filter (where outcome in ('wrongPassword', 'wrongCode', 'blocked', 'ipRefused', 'disabled')) as failures
        from login_event where at >= ${since} and user_id is not null group by user_id
      ) login on login.user_id = u.id
      where u.deleted_at is null`;
  },
});
