import { sql } from 'kysely';
import { billedFields, columnsOfServer, columnsOfUser, defineReport, serverFields, text } from '../report.ts';

export const typeTProcessorsWithMonthlyBillingCycle = defineReport({
  id: 'typeTProcessorsWithMonthlyBillingCycle',
  title: text('Type T processors billed by the month', 'מעבדי T בחיוב חודשי'),
  menuTitle: text('Type T by the month', 'מעבדי T בחיוב חודשי'),
  detail: text(
    'Burstable processors are sold by the hour; these servers have them by the month.',
    'מעבדי T נמכרים לפי שעה; בשרתים אלה הם מחויבים לפי חודש.',
  ),
  icon: 'cpu',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    ...columnsOfServer,
    { key: 'cores', title: text('Cores', 'ליבות'), type: 'number' },
    { key: 'created_at', title: text('Created', 'נוצר'), type: 'moment' },
  ],
  sorting: '-created_at',
  rows: () => sql`
    select server.id::text as id, ${billedFields}, ${serverFields}, server.cores, server.created_at
    from server join user_account u on u.id = server.owner_id join site on site.id = u.site_id
    where server.state = 'live' and server.cpu_type = 'T' and server.billing_mode = 'monthly' and u.sandbox_of is null`,
});
