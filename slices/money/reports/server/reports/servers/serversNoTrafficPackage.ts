import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import {
  billedFields,
  columnsOfServer,
  columnsOfUser,
  defineReport,
  serverFields,
} from '../../report.ts';

export const serversNoTrafficPackage = defineReport({
  id: 'serversNoTrafficPackage',
  title: localize('serversNoTrafficPackage'),
  menuTitle: localize('serversNoTrafficPackage.menuTitle'),
  detail: localize('serversNoTrafficPackage.detail'),
  icon: 'activity',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    ...columnsOfServer,
    { key: 'power', title: localize('serversNoTrafficPackage.power'), type: 'text' },
    {
      key: 'addresses',
      title: localize('serversNoTrafficPackage.addresses.publicInterfaces'),
      type: 'number',
    },
    {
      key: 'created_at',
      title: localize('serversNoTrafficPackage.createdAt.created'),
      type: 'moment',
    },
  ],
  sorting: '-created_at',
  rows: () => sql`
    select server.id::text as id, ${billedFields}, ${serverFields}, server.power, outside.addresses, server.created_at
    from server join user_account u on u.id = server.owner_id join site on site.id = u.site_id
    join (
      select nic.server_id, count(*) as addresses from nic join network on network.id = nic.network_id and network.kind = 'wan' group by nic.server_id
    ) outside on outside.server_id = server.id
    where server.state = 'live' and server.traffic_package is null and u.sandbox_of is null`,
});
