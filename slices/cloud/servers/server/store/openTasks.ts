import { type RawBuilder, sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Language, LocalizedText } from '../../../../../contract/languages.ts';
import type { Server } from '../rules/facts.ts';
import type { Db } from './tables.ts';

export interface OpenTask {
  cmdId: number;
  title: LocalizedText;
  progress: number;
}

/** Tasks of one server run one after the other. */
export const resourceOf = (serverId: string): string => `server:${serverId}`;

/**
 * The IDs of all servers with a running or queued task. There are few, so queries start from them
 * instead of looking up tasks for each server.
 */
export const busyServers = sql<string[]>`
  array(select substring(resource from 'server:(.*)')::uuid from task where resource like 'server:%' and completed_at is null)`;

/**
 * The running or next task of each of these servers. A server that is being copied is busy with the
 * task that creates the copy.
 */
export async function openTasks(
  ctx: Db,
  serverIds: readonly string[],
): Promise<Map<string, OpenTask>> {
  if (serverIds.length === 0) return new Map();
  return tasksByServer((await openTasksOf(sql`${[...serverIds]}::uuid[]`).execute(ctx.db)).rows);
}

export type OpenTaskRow = OpenTask & { serverId: string };

/** The rows of `openTasks`, for use in a larger statement. `ids` is an array of UUIDs. */
export const openTasksOf = (ids: RawBuilder<string[]>): RawBuilder<OpenTaskRow> => sql<OpenTaskRow>`
    select wanted.id as "serverId", task.id as "cmdId", task.title, task.progress
    from unnest(${ids}) as wanted (id)
    cross join lateral (
      select 'server:' || wanted.id as resource
      union all select 'server:' || copy.id from server copy where copy.cloned_from = wanted.id and copy.state = 'creating'
    ) as concerned
    join task on task.resource = concerned.resource and task.completed_at is null
    order by task.id desc`;

export const tasksByServer = (rows: readonly OpenTaskRow[]): Map<string, OpenTask> =>
  new Map(rows.map(({ serverId, ...task }) => [serverId, task]));

/** Throws `serverBusy` with the task. Requires the server row to be locked. */
export async function requireIdle(ctx: Db, server: Server): Promise<void> {
  const task = (await openTasks(ctx, [server.id])).get(server.id);
  if (task) throw userError('serverBusy', { name: server.name, cmdId: task.cmdId });
}

export const titleOf = (task: OpenTask, language: Language): string => task.title[language];
