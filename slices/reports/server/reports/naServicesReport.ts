import { sql } from 'kysely';
import {
  billedFields,
  columnsOfServer,
  columnsOfUser,
  defineReport,
  serverFields,
  text,
  wordColumn,
} from '../report.ts';

export const naServicesReport = defineReport({
  id: 'naServicesReport',
  title: text('Services that aren’t charged', 'שירותים ללא חיוב'),
  menuTitle: text('Not charged', 'ללא חיוב'),
  detail: text(
    'Servers without any metered item, because their price list has no matching price items.',
    'שרתים ללא פריט נמדד, כי במחירון שלהם אין פריטים מתאימים.',
  ),
  icon: 'receipt',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    ...columnsOfServer,
    wordColumn('power', text('Power', 'הפעלה'), {
      on: text('On', 'פועל'),
      off: text('Off', 'כבוי'),
      suspended: text('Suspended', 'מושעה'),
    }),
    { key: 'created_at', title: text('Created on', 'נוצר בתאריך'), type: 'moment' },
  ],
  sorting: '-created_at',
  rows: () => sql`
    select server.id::text as id, ${billedFields}, ${serverFields}, server.power, server.created_at
    from server join user_account u on u.id = server.owner_id join site on site.id = u.site_id
    where server.state = 'live' and u.sandbox_of is null
      and not exists (select from span where span.subject_id = server.id and span.to_at is null)`,
});
