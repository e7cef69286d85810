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

export const suspendedUsersWithPoweredOnServers = defineReport({
  id: 'suspendedUsersWithPoweredOnServers',
  title: localize('suspendedUsersWithPoweredOnServers'),
  menuTitle: localize('suspendedUsersWithPoweredOnServers.menuTitle'),
  detail: localize('suspendedUsersWithPoweredOnServers.detail'),
  icon: 'server',
  access: 'reports.people',
  columns: [
    ...columnsOfUser,
    accountStateColumn,
    {
      key: 'since',
      title: localize('suspendedUsersWithPoweredOnServers.since.suspendedSince'),
      type: 'moment',
    },
    { key: 'server', title: localize('suspendedUsersWithPoweredOnServers.server'), type: 'server' },
    {
      key: 'datacenter',
      title: localize('suspendedUsersWithPoweredOnServers.datacenter'),
      type: 'text',
    },
    {
      key: 'on_since',
      title: localize('suspendedUsersWithPoweredOnServers.onSince.since'),
      type: 'moment',
    },
  ],
  filters: [stateFilter],
  sorting: '-on_since',
  rows: (_ctx, filters) => sql`
    select server.id::text as id, ${userFields}, server.id as server_id, u.account_state as state, u.account_state_at as since,
      server.name as server, server.datacenter_code as datacenter, server.power_since as on_since
    from server join user_account u on u.id = server.owner_id join site on site.id = u.site_id
    where server.state = 'live' and server.power = 'on' and ${isSuspended(filters)}`,
});
