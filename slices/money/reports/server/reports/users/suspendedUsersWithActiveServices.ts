import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import {
  accountStateColumn,
  columnsOfUser,
  defineReport,
  isSuspended,
  stateFilter,
  userFields,
} from '../../report.ts';

export const suspendedUsersWithActiveServices = defineReport({
  id: 'suspendedUsersWithActiveServices',
  title: localize('suspendedUsersWithActiveServices'),
  menuTitle: localize('suspendedUsersWithActiveServices.menuTitle'),
  detail: localize('suspendedUsersWithActiveServices.detail'),
  icon: 'alert',
  access: 'reports.people',
  columns: [
    ...columnsOfUser,
    accountStateColumn,
    {
      key: 'since',
      title: localize('suspendedUsersWithActiveServices.since.suspendedSince'),
      type: 'moment',
    },
    { key: 'reason', title: localize('suspendedUsersWithActiveServices.reason'), type: 'text' },
    { key: 'servers', title: localize('suspendedUsersWithActiveServices.servers'), type: 'number' },
    { key: 'running', title: localize('suspendedUsersWithActiveServices.running'), type: 'number' },
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
