import { sql } from 'kysely';
import { localize } from '../../../texts/localize.ts';
import {
  accountStateColumn,
  columnsOfUser,
  daysFilter,
  defineReport,
  isSuspended,
  stateFilter,
  userFields,
} from '../../report.ts';

export const suspendedUsersToTerminate = defineReport({
  id: 'suspendedUsersToTerminate',
  title: localize('suspendedUsersToTerminate'),
  menuTitle: localize('suspendedUsersToTerminate.menuTitle'),
  detail: localize('suspendedUsersToTerminate.detail'),
  icon: 'trash',
  access: 'reports.people',
  columns: [
    ...columnsOfUser,
    accountStateColumn,
    {
      key: 'since',
      title: localize('suspendedUsersToTerminate.since.suspendedSince'),
      type: 'moment',
    },
    { key: 'days', title: localize('suspendedUsersToTerminate.days'), type: 'number' },
    { key: 'servers', title: localize('suspendedUsersToTerminate.servers'), type: 'number' },
    { key: 'in_bin', title: localize('suspendedUsersToTerminate.inBin.trash'), type: 'number' },
    { key: 'disk_gb', title: localize('suspendedUsersToTerminate.diskGb.disksGb'), type: 'number' },
  ],
  filters: [
    daysFilter(localize('suspendedUsersToTerminate.filters.suspendedLeast'), '30'),
    stateFilter,
  ],
  sorting: '-days',
  rows: (ctx, filters) => {
    const now = ctx.clock.now();
    const until = new Date(now.getTime() - Number(filters.days) * 86_400_000);
    return sql`
      select u.id::text as id, ${userFields}, null::uuid as server_id, u.account_state as state, u.account_state_at as since,
        floor(extract(epoch from ${now}::timestamptz - u.account_state_at) / 86400)::integer as days, owned.servers, owned.in_bin, owned.disk_gb
      from user_account u join site on site.id = u.site_id
      cross join lateral (
        select count(*) filter (where state <> 'bin') as servers, count(*) filter (where state = 'bin') as in_bin,
          coalesce(sum((select sum(size_gb) from server_disk disk where disk.server_id = server.id)), 0)::integer as disk_gb
        from server where owner_id = u.id
      ) owned
      where ${isSuspended(filters)} and (u.account_state_at <= ${until} or exists (
        select from dunning_step s where s.user_id = u.id and s.reason = 'listed'
          and not exists (select from dunning_step e where e.document_id = s.document_id and e.kind = 'settled')))`;
  },
});
