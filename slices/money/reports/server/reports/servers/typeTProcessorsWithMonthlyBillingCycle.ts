import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import {
  billedFields,
  columnsOfServer,
  columnsOfUser,
  defineReport,
  serverFields,
} from '../../report.ts';

export const typeTProcessorsWithMonthlyBillingCycle = defineReport({
  id: 'typeTProcessorsWithMonthlyBillingCycle',
  title: localize('typeTProcessorsWithMonthlyBillingCycle'),
  menuTitle: localize('typeTProcessorsWithMonthlyBillingCycle.menuTitle'),
  detail: localize('typeTProcessorsWithMonthlyBillingCycle.detail'),
  icon: 'cpu',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    ...columnsOfServer,
    {
      key: 'cores',
      title: localize('typeTProcessorsWithMonthlyBillingCycle.cores'),
      type: 'number',
    },
    {
      key: 'created_at',
      title: localize('typeTProcessorsWithMonthlyBillingCycle.createdAt.created'),
      type: 'moment',
    },
  ],
  sorting: '-created_at',
  rows: () => sql`
    select server.id::text as id, ${billedFields}, ${serverFields}, server.cores, server.created_at
    from server join user_account u on u.id = server.owner_id join site on site.id = u.site_id
    where server.state = 'live' and server.cpu_type = 'T' and server.billing_mode = 'monthly' and u.sandbox_of is null`,
});
