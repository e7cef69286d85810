import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import {
  type Columns,
  type EffectiveRights,
  effectiveRights,
  visibleTo,
} from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type Page,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { isPastPointOfNoReturn } from '../../../../server/platform/tasks/cancelTask.ts';
import {
  type StepState,
  type StoredFailure,
  type StoredText,
  withTaskTables,
} from '../../../../server/platform/tasks/tables.ts';
import type { TaskState } from '../../../../server/platform/tasks/task.ts';

export interface TaskRow extends EffectiveRights {
  id: number;
  type: string;
  title: LocalizedText;
  target_type: string;
  target_id: string;
  target_name: string;
  state: TaskState;
  is_cancellable: boolean;
  is_cancel_requested: boolean;
  is_past_return: boolean;
  is_stuck: boolean;
  progress: number;
  exit_code: number | null;
  warn: StoredText | null;
  failure: StoredFailure | null;
  created_at: Date;
  executed_at: Date | null;
  completed_at: Date | null;
  /** Null if the viewer can't see the user, or if the portal itself started the task. */
  creator: string | null;
}

export interface QueueFilters extends ListRequest {
  state?: TaskState | 'open' | undefined;
  targetType?: string | undefined;
  targetId?: string | undefined;
}

const from = sql`task left join user_account creator on creator.id = task.created_by`;

/**
 * A task is visible to the owner of its object. Users who were granted access to a server can see
 * its tasks.
 */
const accessColumns: Columns = {
  owner: 'task.owner_id',
  site: 'task.site_id',
  object: { type: 'ot.server', id: 'task.target_id', textWhere: sql`task.target_type = 'server'` },
};
const isVisible = (ctx: Context) => visibleTo(ctx, accessColumns);

const columns = (ctx: Context) => sql`
  task.id, task.type, task.title, task.target_type, task.target_id, task.target_name, task.state, task.is_cancellable,
  task.cancel_requested_at is not null as is_cancel_requested, ${isPastPointOfNoReturn} as is_past_return, task.is_stuck, task.progress,
  task.exit_code, task.warn, task.failure, task.created_at, task.executed_at, task.completed_at,
  case when ${visibleTo(ctx, { owner: 'creator.id', site: 'creator.site_id' })} then creator.email end as creator,
  ${effectiveRights(ctx, accessColumns)}`;

/** Returns a page of the tasks visible to the actor. */
export async function readQueue<Item>(
  ctx: Context,
  filters: QueueFilters,
  map: (row: TaskRow) => Item,
): Promise<Page<Item>> {
  const { filter, state, targetType, targetId } = filters;
  const where = [isVisible(ctx)];
  if (filter) {
    const pattern = containing(filter);
    const cmdId = /^\d{1,15}$/.test(filter) ? sql`task.id = ${Number(filter)}` : sql`false`;
    where.push(
      sql`(task.target_name ilike ${pattern} or task.title ->> ${ctx.language} ilike ${pattern} or ${cmdId})`,
    );
  }
  if (state === 'open') where.push(sql`task.completed_at is null`);
  else if (state) where.push(sql`task.state = ${state}`);
  if (targetType) where.push(sql`task.target_type = ${targetType}`);
  if (targetId) where.push(sql`task.target_id = ${targetId}`);
  const aux = { state, targetType, targetId };
  return await readListPage<TaskRow, Item>(
    ctx.db,
    {
      from,
      columns: columns(ctx),
      where,
      sorts: {
        dtCreate: { column: sql`task.created_at`, type: 'timestamptz' },
        dtComplete: { column: sql`coalesce(task.completed_at, 'infinity')`, type: 'timestamptz' },
        serviceName: { column: sql`task.target_name`, type: 'text' },
      },
      id: { column: sql`task.id`, type: 'bigint' },
      defaultSorting: '-dtCreate',
      map,
    },
    filters,
    Object.fromEntries(
      Object.entries(aux).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  );
}

/**
 * Returns a task visible to the actor. Throws `notFound` for any other task, whether or not it
 * exists.
 */
export async function readTask(ctx: Context, cmdId: number): Promise<TaskRow> {
  const { rows } =
    await sql<TaskRow>`select ${columns(ctx)} from ${from} where task.id = ${cmdId} and ${isVisible(ctx)}`.execute(
      ctx.db,
    );
  const row = rows[0];
  if (!row) throw userError('notFound', { what: 'task', id: cmdId });
  return row;
}

export interface StepRow {
  name: string;
  title: StoredText;
  state: StepState;
  started_at: Date | null;
  ended_at: Date | null;
}

export async function readSteps(ctx: Context, cmdId: number): Promise<StepRow[]> {
  return await withTaskTables(ctx.db)
    .selectFrom('task_step')
    .select(['name', 'title', 'state', 'started_at', 'ended_at'])
    .where('task_id', '=', cmdId)
    .orderBy('position')
    .execute();
}

/** The maximum number of log lines. Earlier lines are omitted. */
const logLines = 1000;

export async function readLog(
  ctx: Context,
  cmdId: number,
): Promise<{ at: Date; entry: StoredText }[]> {
  const rows = await withTaskTables(ctx.db)
    .selectFrom('task_log')
    .select(['at', 'entry'])
    .where('task_id', '=', cmdId)
    .orderBy('id', 'desc')
    .limit(logLines)
    .execute();
  return rows.reverse();
}

/**
 * With fewer completed tasks of a type than this, the usual duration isn't meaningful. Only the
 * latest tasks count, because older ones are outdated.
 */
const minimumLogEntries = 3;
const latest = 50;

/**
 * Returns the usual duration of recent tasks of each type, in seconds. Types with too few tasks are
 * omitted.
 */
export async function readUsualSeconds(
  ctx: Context,
  types: readonly string[],
): Promise<Map<string, number>> {
  if (types.length === 0) return new Map();
  const { rows } = await sql<{ type: string; seconds: number }>`
    select wanted.type, percentile_cont(0.5) within group (order by extract(epoch from past.completed_at - past.executed_at)::float8) as seconds
    from unnest(${[...types]}::text[]) as wanted (type) cross join lateral (
      select completed_at, executed_at from task where task.type = wanted.type and state = 'done' order by completed_at desc limit ${latest}
    ) as past
    group by wanted.type having count(*) >= ${minimumLogEntries}`.execute(
    portalDb(
      ctx,
      'the usual duration of a type comes from the tasks of all accounts and shows none of them',
    ),
  );
  return new Map(rows.map((row) => [row.type, row.seconds]));
}
