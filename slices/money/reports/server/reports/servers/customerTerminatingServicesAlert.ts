import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import { billedFields, columnsOfUser, daysFilter, defineReport } from '../../report.ts';

export const customerTerminatingServicesAlert = defineReport({
  id: 'customerTerminatingServicesAlert',
  title: localize('customerTerminatingServicesAlert'),
  menuTitle: localize('customerTerminatingServicesAlert.menuTitle'),
  detail: localize('customerTerminatingServicesAlert.detail'),
  icon: 'alert',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    {
      key: 'terminated',
      title: localize('customerTerminatingServicesAlert.terminated'),
      type: 'number',
    },
    {
      key: 'left_over',
      title: localize('customerTerminatingServicesAlert.leftOver.remaining'),
      type: 'number',
    },
    {
      key: 'last_at',
      title: localize('customerTerminatingServicesAlert.lastAt.lastTermination'),
      type: 'moment',
    },
  ],
  filters: [daysFilter(localize('customerTerminatingServicesAlert.filters.period'), '30')],
  sorting: '-terminated',
  rows: (ctx, { days }) => {
    const since = new Date(ctx.clock.now().getTime() - Number(days) * 86_400_000);
    return sql`
      select u.id::text as id, ${billedFields}, null::uuid as server_id, ended.terminated, ended.last_at,
        (select count(*) from server where server.owner_id = u.id and server.state = 'live') as left_over
      from (
        select owner_id, count(*) as terminated, max(last_at) as last_at from (
          select owner_id, subject_id, max(to_at) as last_at from span where subject_type = 'server'
          group by owner_id, subject_id having bool_and(to_at is not null) and max(to_at) >= ${since}
        ) gone where not exists (select from server where server.id = gone.subject_id and server.state = 'live') group by owner_id
      ) ended join user_account u on u.id = ended.owner_id join site on site.id = u.site_id
      where u.deleted_at is null and u.sandbox_of is null`;
  },
});
