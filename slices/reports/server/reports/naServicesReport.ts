import { sql } from 'kysely';
import { billedFields, columnsOfServer, columnsOfUser, defineReport, serverFields, text, wordColumn } from '../report.ts';

export const naServicesReport = defineReport({
  id: 'naServicesReport',
  title: text('Services that nothing is charged for', 'שירותים שאין עליהם חיוב'),
  menuTitle: text('Not charged for', 'ללא חיוב'),
  detail: text(
    'Servers no part of which is metered at any price: the price list they are sold at has none of their items.',
    'שרתים שאף רכיב שלהם אינו נמדד לפי מחיר: אין במחירון שבו הם נמכרים אף אחד מפריטיהם.',
  ),
  icon: 'receipt',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    ...columnsOfServer,
    wordColumn('power', text('Power', 'הפעלה'), {
      on: text('On', 'פועל'),
      off: text('Off', 'כבוי'),
      suspended: text('Suspended', 'מושהה'),
    }),
    { key: 'created_at', title: text('Created', 'נוצר'), type: 'moment' },
  ],
  sorting: '-created_at',
  rows: () => sql`
    select server.id::text as id, ${billedFields}, ${serverFields}, server.power, server.created_at
    from server join user_account u on u.id = server.owner_id join site on site.id = u.site_id
    where server.state = 'live' and u.sandbox_of is null
      and not exists (select from span where span.subject_id = server.id and span.to_at is null)`,
});
