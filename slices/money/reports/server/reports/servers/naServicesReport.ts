import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import {
  billedFields,
  columnsOfServer,
  columnsOfUser,
  defineReport,
  labelColumn,
  serverFields,
} from '../../report.ts';

export const naServicesReport = defineReport({
  id: 'naServicesReport',
  title: localize('naServicesReport'),
  menuTitle: localize('naServicesReport.menuTitle'),
  detail: localize('naServicesReport.detail'),
  icon: 'receipt',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    ...columnsOfServer,
    labelColumn('power', localize('naServicesReport.columns.power'), {
      on: localize('naServicesReport.on.text'),
      off: localize('naServicesReport.off'),
      suspended: localize('naServicesReport.suspended'),
    }),
    { key: 'created_at', title: localize('naServicesReport.createdAt.created'), type: 'moment' },
  ],
  sorting: '-created_at',
  rows: () => sql`
    select server.id::text as id, ${billedFields}, ${serverFields}, server.power, server.created_at
    from server join user_account u on u.id = server.owner_id join site on site.id = u.site_id
    where server.state = 'live' and u.sandbox_of is null
      and not exists (select from span where span.subject_id = server.id and span.to_at is null)`,
});
