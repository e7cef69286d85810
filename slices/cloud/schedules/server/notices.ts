import { sql } from 'kysely';
import { hasPermission, visibleTo } from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { Notice } from '../../../../server/platform/dashboard/hooks.ts';
import { visibleServersWithTag } from '../../servers/server/index.ts';
import { localize } from '../texts/localize.ts';
import { failureColumn, failureTexts, type ScheduleFailure } from './failures.ts';
import { scheduleReach } from './store.ts';

interface Row {
  id: string;
  name: string;
  serverId: string | null;
  trouble: ScheduleFailure;
  /** Whether the schedule itself is visible, not only one of its servers. */
  isReached: boolean;
  seen: string[];
}

const maxShown = 5;

/**
 * Notices about the latest failed or missed schedules, for users who can see the schedule or one of
 * its servers.
 */
export async function scheduleNotices(ctx: Context): Promise<Notice[]> {
  if (!hasPermission(ctx, 'servers.view')) return [];
  const { rows } = await sql<Row>`
    select * from (
      select c.id, c.name, c.server_id as "serverId", c.troubled_run, ${failureColumn} as trouble, coalesce(${visibleTo(ctx, scheduleReach)}, false) as "isReached",
        case when c.tag is null then '[]' else ${visibleServersWithTag(ctx, { owner: 'c.owner_id', tag: 'c.tag' })} end as seen
      from schedule c where c.troubled_run is not null and c.is_enabled
    ) troubled where trouble is not null and ("isReached" or seen <> '[]') order by troubled_run desc limit ${maxShown}`.execute(
    ctx.db,
  );
  return rows.flatMap((row) => noticeOf(row) ?? []);
}

function noticeOf({ id, name, serverId, trouble, isReached, seen }: Row): Notice | null {
  const failureText = failureTexts(trouble, (server) => isReached || seen.includes(server));
  if (!failureText) return null;
  const text = localize('news.text.scheduleFailed', { name, why: failureText });
  return {
    id: `schedule.${id}`,
    severity: 'problem',
    text,
    remedy: null,
    path: pathOf({ serverId, isReached, seen }),
  };
}

function pathOf({
  serverId,
  isReached,
  seen,
}: Pick<Row, 'serverId' | 'isReached' | 'seen'>): string {
  if (serverId !== null) return `/servers/${serverId}/schedule`;
  return isReached ? '/schedules' : `/servers/${seen[0]}`;
}
