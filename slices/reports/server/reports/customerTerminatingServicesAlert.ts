import { sql } from 'kysely';
import { billedFields, columnsOfUser, daysFilter, defineReport, text } from '../report.ts';

export const customerTerminatingServicesAlert = defineReport({
  id: 'customerTerminatingServicesAlert',
  title: text('Customers terminating servers', 'לקוחות שמסיימים שרתים'),
  menuTitle: text('Customers at risk', 'לקוחות בסיכון'),
  detail: text(
    'Customers who recently terminated servers, and how many servers they still have.',
    'לקוחות שסיימו שרתים לאחרונה, ומספר השרתים שנותרו להם.',
  ),
  icon: 'alert',
  section: 'infrastructure',
  access: 'reports.billing',
  columns: [
    ...columnsOfUser,
    { key: 'terminated', title: text('Terminated', 'סוימו'), type: 'number' },
    { key: 'left_over', title: text('Remaining', 'נותרו'), type: 'number' },
    { key: 'last_at', title: text('Last termination', 'סיום אחרון'), type: 'moment' },
  ],
  filters: [daysFilter(text('Period', 'תקופה'), '30')],
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
