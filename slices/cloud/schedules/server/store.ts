import { type RawBuilder, sql } from 'kysely';
import type { RequiredRight } from '../../../../contract/access/rights.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import {
  type Columns,
  type EffectiveRights,
  effectiveRights,
  requireRight,
  visibleTo,
} from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type Page,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { failureColumn, type ScheduleFailure } from './failures.ts';
import type { RunResult, ScheduleAction } from './tables.ts';

export interface Schedule {
  id: string;
  ownerId: string;
  siteId: string;
  name: string;
  action: ScheduleAction;
  keep: number | null;
  serverId: string | null;
  tag: string | null;
  times: string;
  timeZone: string;
  isEnabled: boolean;
  nextAt: Date | null;
  createdBy: string;
}

export interface ScheduleRow extends Schedule, EffectiveRights {
  owner: string;
  trouble: ScheduleFailure | null;
  last: { dueAt: string; ranAt: string; state: 'started' | 'missed'; results: RunResult[] } | null;
}

const columns = sql`
  c.id, c.owner_id as "ownerId", c.site_id as "siteId", c.name, c.action, c.keep, c.server_id as "serverId", c.tag, c.cron as times,
  c.time_zone as "timeZone", c.is_enabled as "isEnabled", c.next_at as "nextAt", c.created_by as "createdBy"`;

/**
 * The columns that determine access: a schedule belongs to its owner, and rights on its server also
 * apply to the schedule.
 */
export const scheduleReach: Columns = {
  owner: 'c.owner_id',
  site: 'c.site_id',
  object: { type: 'ot.server', id: 'c.server_id' },
};

const last = sql`
  (select jsonb_build_object('dueAt', r.due_at, 'ranAt', r.ran_at, 'state', r.state, 'results', r.results)
   from schedule_run r where r.schedule_id = c.id order by r.id desc limit 1) as last`;

/** `serverFilter`: limits the list to a server's own schedules and those for its tags. */
export async function readSchedules<Item>(
  ctx: Context,
  query: ListRequest,
  serverFilter: { serverId: string; ownerId: string; tags: readonly string[] } | null,
  map: (row: ScheduleRow) => Item,
): Promise<Page<Item>> {
  const where: RawBuilder<unknown>[] = [visibleTo(ctx, scheduleReach)];
  if (query.filter)
    where.push(
      sql`(c.name ilike ${containing(query.filter)} or c.tag ilike ${containing(query.filter)})`,
    );
  if (serverFilter)
    where.push(
      sql`(c.server_id = ${serverFilter.serverId} or (c.owner_id = ${serverFilter.ownerId} and c.tag = any(${[...serverFilter.tags]}::text[])))`,
    );
  return await readListPage<ScheduleRow, Item>(
    ctx.db,
    {
      from: sql`schedule c left join user_account owner on owner.id = c.owner_id`,
      columns: sql`${columns}, coalesce(owner.email, account_email(c.owner_id)) as owner, ${effectiveRights(ctx, scheduleReach)}, ${last}, ${failureColumn} as trouble`,
      where,
      sorts: {
        name: { column: sql`lower(c.name)`, type: 'text' },
        next: { column: sql`coalesce(c.next_at, 'infinity'::timestamptz)`, type: 'timestamptz' },
      },
      id: { column: sql`c.id`, type: 'uuid' },
      defaultSorting: 'name',
      map,
    },
    query,
    serverFilter ? { server: serverFilter.serverId } : {},
  );
}

/**
 * Locks a schedule until the transaction ends. Throws `notFound`, `rightMissing`, `lockedByParent`.
 */
export async function lockSchedule(
  ctx: Context,
  scheduleId: string,
  requiredRight: RequiredRight,
): Promise<Schedule> {
  const { rows } = await sql<Schedule & EffectiveRights>`
    select ${columns}, ${effectiveRights(ctx, scheduleReach)} from schedule c where c.id = ${scheduleId} and ${visibleTo(ctx, scheduleReach)} for update`.execute(
    ctx.db,
  );
  const [found] = rows;
  if (!found) throw userError('notFound', { what: 'schedule', id: scheduleId });
  requireRight(found, requiredRight, found.name);
  return found;
}

/**
 * Locks and returns the schedule that has been due the longest. Skips schedules locked by other
 * workers. Null if none is due.
 */
export async function lockDue(ctx: Context): Promise<Schedule | null> {
  const { rows } = await sql<Schedule>`
    select ${columns} from schedule c where c.is_enabled and c.next_at <= ${ctx.clock.now()} order by c.next_at limit 1 for update skip locked`.execute(
    ctx.db,
  );
  return rows[0] ?? null;
}

export const announceSchedule = (
  ctx: Pick<Context, 'db'>,
  { id, siteId, ownerId }: Pick<Schedule, 'id' | 'siteId' | 'ownerId'>,
) => announce(ctx.db, { topic: 'schedule', id, siteId, ownerId });
