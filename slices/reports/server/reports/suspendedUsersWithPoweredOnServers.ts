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

export const suspendedUsersWithPoweredOnServers = defineReport({
  id: 'suspendedUsersWithPoweredOnServers',
  title: text('Suspended users with powered-on servers', 'משתמשים מושעים עם שרתים פועלים'),
  menuTitle: text('Suspended but running', 'מושעים ופועלים'),
  detail: text('Running servers whose account is suspended.', 'שרתים פועלים שהחשבון שלהם מושעה.'),
  icon: 'server',
  access: 'reports.people',
  columns: [
    ...columnsOfUser,
    accountStateColumn,
    { key: 'since', title: text('Suspended since', 'מושעה מאז'), type: 'moment' },
    { key: 'server', title: text('Server', 'שרת'), type: 'server' },
    { key: 'datacenter', title: text('Datacenter', 'מרכז נתונים'), type: 'text' },
    { key: 'on_since', title: text('On since', 'פועל מאז'), type: 'moment' },
  ],
  filters: [stateFilter],
  sorting: '-on_since',
  rows: (_ctx, filters) => sql`
    select server.id::text as id, ${userFields}, server.id as server_id, u.account_state as state, u.account_state_at as since,
      server.name as server, server.datacenter_code as datacenter, server.power_since as on_since
    from server join user_account u on u.id = server.owner_id join site on site.id = u.site_id
    where server.state = 'live' and server.power = 'on' and ${isSuspended(filters)}`,
});
