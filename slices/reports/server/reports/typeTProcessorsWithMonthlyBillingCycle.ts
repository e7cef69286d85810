import { sql } from 'kysely';
import {
  billedFields,
  columnsOfServer,
  columnsOfUser,
  defineReport,
  serverFields,
  text,
} from '../report.ts';

export const typeTProcessorsWithMonthlyBillingCycle = defineReport({
  id: 'typeTProcessorsWithMonthlyBillingCycle',
  title: text('Type T servers billed monthly', 'שרתי Type T בחיוב חודשי'),
  menuTitle: text('Type T, monthly', 'Type T, חודשי'),
  detail: text(
    'Servers with burstable CPUs that are billed monthly, although these CPUs are sold hourly.',
    'שרתים עם מעבדי Burstable בחיוב חודשי, אף שמעבדים אלה נמכרים לפי שעה.',
  ),
  icon: 'cpu',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    ...columnsOfServer,
    { key: 'cores', title: text('Cores', 'ליבות'), type: 'number' },
    { key: 'created_at', title: text('Created on', 'נוצר בתאריך'), type: 'moment' },
  ],
  sorting: '-created_at',
  rows: () => sql`
    select server.id::text as id, ${billedFields}, ${serverFields}, server.cores, server.created_at
    from server join user_account u on u.id = server.owner_id join site on site.id = u.site_id
    where server.state = 'live' and server.cpu_type = 'T' and server.billing_mode = 'monthly' and u.sandbox_of is null`,
});
