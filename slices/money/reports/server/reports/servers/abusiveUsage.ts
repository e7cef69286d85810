import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import {
  columnsOfServer,
  columnsOfUser,
  daysFilter,
  defineReport,
  serverFields,
  userFields,
} from '../../report.ts';

/** A server is suspicious if its average load or its daily traffic reaches these values. */
const busyPercent = 80;
const sentGbPerDay = 100;

export const abusiveUsage = defineReport({
  id: 'abusiveUsage',
  title: localize('abusiveUsage'),
  detail: localize('abusiveUsage.detail', { busyPercent, sentGbADay: sentGbPerDay }),
  icon: 'alert',
  access: 'reports.people',
  columns: [
    ...columnsOfUser,
    ...columnsOfServer,
    { key: 'cores', title: localize('abusiveUsage.cores'), type: 'number' },
    { key: 'cpu', title: localize('abusiveUsage.cpu.averageCpu'), type: 'number' },
    { key: 'hours', title: localize('abusiveUsage.hours.hoursAboveLimit'), type: 'number' },
    { key: 'sent_gb', title: localize('abusiveUsage.sentGb'), type: 'number' },
    { key: 'received_gb', title: localize('abusiveUsage.receivedGb'), type: 'number' },
  ],
  filters: [daysFilter(localize('abusiveUsage.filters.period'), '7')],
  sorting: '-cpu',
  rows: (ctx, { days }) => {
    const since = new Date(ctx.clock.now().getTime() - Number(days) * 86_400_000);
    return sql`
      select server.id::text as id, ${userFields}, ${serverFields}, server.cores, trim_scale(round(use.cpu::numeric, 1)) as cpu, use.hours,
        trim_scale(round(use.sent / 1e9, 1)) as sent_gb, trim_scale(round(use.received / 1e9, 1)) as received_gb
      from (
        select server_id, sum(cpu_percent * samples) / nullif(sum(samples), 0) as cpu, count(*) filter (where cpu_percent >= ${busyPercent}) as hours,
          coalesce(sum(sent_total), 0)::numeric as sent, coalesce(sum(received_total), 0)::numeric as received
        from server_sample_1h where at >= ${since} group by server_id
      ) use join server on server.id = use.server_id and server.state = 'live'
      join user_account u on u.id = server.owner_id join site on site.id = u.site_id
      where use.cpu >= ${busyPercent} or use.sent >= ${sentGbPerDay} * 1e9 * ${Number(days)}::numeric`;
  },
});
