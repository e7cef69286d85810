import { sql } from 'kysely';
import {
  billedFields,
  columnsOfServer,
  columnsOfUser,
  defineReport,
  serverFields,
  text,
} from '../report.ts';

export const serversNoTrafficPackage = defineReport({
  id: 'serversNoTrafficPackage',
  title: text('Servers without a traffic package', 'שרתים ללא חבילת תעבורה'),
  menuTitle: text('No traffic package', 'ללא חבילת תעבורה'),
  detail: text(
    'Servers with a public network interface but no traffic package.',
    'שרתים עם ממשק רשת ציבורי וללא חבילת תעבורה.',
  ),
  icon: 'activity',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    ...columnsOfServer,
    { key: 'power', title: text('Power', 'הפעלה'), type: 'text' },
    { key: 'addresses', title: text('Public interfaces', 'ממשקים ציבוריים'), type: 'number' },
    { key: 'created_at', title: text('Created on', 'נוצר בתאריך'), type: 'moment' },
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
