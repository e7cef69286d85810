import { sql } from 'kysely';
import {
  accountStateColumn,
  columnsOfUser,
  defineReport,
  isSuspended,
  stateFilter,
  text,
  userFields,
} from '../report.ts';

export const suspendedUsersWithActiveServices = defineReport({
  id: 'suspendedUsersWithActiveServices',
  title: text('Suspended users with active services', 'משתמשים מושעים עם שירותים פעילים'),
  menuTitle: text('Suspended with services', 'מושעים עם שירותים'),
  detail: text(
    'Suspended accounts that still have servers, with the number of running servers.',
    'חשבונות מושעים שעדיין יש להם שרתים, עם מספר השרתים הפועלים.',
  ),
  icon: 'alert',
  access: 'reports.people',
  columns: [
    ...columnsOfUser,
    accountStateColumn,
    { key: 'since', title: text('Suspended since', 'מושעה מאז'), type: 'moment' },
    { key: 'reason', title: text('Reason', 'סיבה'), type: 'text' },
    { key: 'servers', title: text('Servers', 'שרתים'), type: 'number' },
    { key: 'running', title: text('Running', 'פועלים'), type: 'number' },
  ],
  filters: [stateFilter],
  sorting: '-running',
  rows: (_ctx, filters) => sql`
    select u.id::text as id, ${userFields}, null::uuid as server_id, u.account_state as state, u.account_state_at as since,
      u.account_state_reason as reason, owned.servers, owned.running
    from user_account u join site on site.id = u.site_id
    join (
      select owner_id, count(*) as servers, count(*) filter (where power = 'on') as running from server where state <> 'bin' group by owner_id
    ) owned on owned.owner_id = u.id
    where ${isSuspended(filters)}`,
});
