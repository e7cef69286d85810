import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Permission } from '../../../../../contract/access/permissions.ts';
import { requiredRightFor } from '../../../../../contract/access/permissions.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import {
  denialReasonFor,
  type EffectiveRights,
  hasPermission,
} from '../../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import type { Page } from '../../../../../server/platform/database/listPage.ts';
import {
  type CostRow,
  costsBySubject,
  costsOf,
  type Money,
} from '../../../../money/pricing/server/index.ts';
import { type Datacenter, datacentersOf } from '../../../datacenters/server/index.ts';
import type { serverItem } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { engineFacts, unknownEngine } from '../engine/engine.ts';
import { type ActionFacts, obstaclesOf } from '../rules/actions.ts';
import type { EngineFacts, Problem, Server, ServerState } from '../rules/facts.ts';
import { readServerPage, type ServerListQuery, type ServerRow } from '../store/list.ts';
import {
  type OpenTask,
  type OpenTaskRow,
  openTasksOf,
  tasksByServer,
  titleOf,
} from '../store/openTasks.ts';

export type ServerItem = z.output<typeof serverItem>;

type RowExtras = { datacenters: Datacenter; tasks: OpenTaskRow; costs: CostRow };

/**
 * A page of servers with everything a row shows. Uses one statement, plus a count for callers with
 * many servers.
 */
export async function listServers(
  ctx: Context,
  query: ServerListQuery,
): Promise<Page<ServerItem> & { datacenters: { id: string; name: string }[] }> {
  const extraQueries = (ids: RawBuilder<string[]>) => ({
    datacenters: datacentersOf(ctx),
    tasks: openTasksOf(ids),
    costs: hasPermission(ctx, 'billing.view')
      ? costsOf(ctx, ids)
      : sql<CostRow>`select where false`,
  });
  const { page, along: read } = await readServerPage<ServerRow, RowExtras>(
    ctx,
    query,
    extraQueries,
    (row) => row,
  );
  const lookups = await loadLookups(ctx, read);
  return {
    ...page,
    items: page.items.map((row) => presentRow(ctx, row, lookups)),
    datacenters: read.datacenters.map(({ id, name }) => ({ id, name })),
  };
}

interface ServerLookups {
  datacenters: ReadonlyMap<string, Datacenter>;
  engines: ReadonlyMap<string, EngineFacts>;
  tasks: ReadonlyMap<string, OpenTask>;
  /** Null when the viewer has no access to costs. */
  costs: ReadonlyMap<string, Money> | null;
  obstacles: ReturnType<typeof obstaclesOnce>;
}

async function loadLookups(
  ctx: Context,
  { datacenters, tasks, costs }: { [Name in keyof RowExtras]: RowExtras[Name][] },
): Promise<ServerLookups> {
  const engines = new Map<string, EngineFacts>();
  for (const { id, engine } of datacenters) engines.set(id, await engineFacts(ctx, engine));
  return {
    datacenters: new Map(datacenters.map((datacenter) => [datacenter.id, datacenter])),
    engines,
    tasks: tasksByServer(tasks),
    costs: hasPermission(ctx, 'billing.view') ? costsBySubject(costs) : null,
    obstacles: obstaclesOnce(ctx),
  };
}

function presentRow(
  ctx: Context,
  row: ServerRow,
  { datacenters, engines, tasks, costs, obstacles }: ServerLookups,
): ServerItem {
  const engine = engines.get(row.datacenterId) ?? unknownEngine;
  const task = tasks.get(row.id) ?? null;
  const isOn = row.power === 'on' && row.state === 'live';
  return {
    ...{ id: row.id, name: row.name, power: row.power },
    status: statusOf(row, task),
    task: task && {
      cmdId: task.cmdId,
      title: titleOf(task, ctx.language),
      progress: task.progress,
    },
    problem: row.problem && problemText(row.problem)[ctx.language],
    binUntil: row.binUntil && isoOf(row.binUntil),
    datacenterId: row.datacenterId,
    datacenter: datacenters.get(row.datacenterId)?.name ?? '',
    ...{
      engine: engine.engine,
      acceleration: engine.acceleration,
      isSimulated: engine.acceleration === 'none',
    },
    ...{
      imageId: row.imageId,
      image: row.image,
      cpuType: row.cpuType,
      cores: row.cores,
      ramMb: row.ramMb,
      diskGb: row.diskGb,
      ips: row.ips,
    },
    cpuPercent: isOn && row.cpuPercent !== null ? Math.round(row.cpuPercent * 10) / 10 : null,
    memoryUsedMb: isOn ? row.memoryUsedMb : null,
    createdAt: isoOf(row.createdAt),
    ...{
      owner: row.owner,
      billingMode: row.billingMode,
      tags: row.tags,
      description: row.description,
    },
    lock:
      row.lockedAt === null
        ? null
        : { since: isoOf(row.lockedAt), by: row.lockedBy ?? '', reason: row.lockReason },
    cost:
      row.isOwn && costs
        ? (costs.get(row.id) ?? { amount: '0', currency: ctx.site.currency })
        : null,
    obstacles: obstacles(row, actionFactsOf(row, engine, task)),
  };
}

/** Memoizes `obstaclesOf` for rows of a page with equal facts. */
function obstaclesOnce(ctx: Context) {
  const found = new Map<string, ServerItem['obstacles']>();
  return (row: ServerRow, facts: ActionFacts): ServerItem['obstacles'] => {
    const { rank, isOwn, isLocked, restriction } = row;
    const { state, power, problem, lock, cmdId, engine } = facts;
    const cacheKey = `${rank} ${isOwn} ${isLocked} ${restriction} ${state} ${power} ${problem?.kind} ${lock !== null} ${cmdId !== null} ${engine.engine} ${engine.isReady}`;
    const obstacles = found.get(cacheKey) ?? obstaclesOf(facts, viewerOf(ctx, row));
    found.set(cacheKey, obstacles);
    return obstacles;
  };
}

/** Converts a timestamp as PostgreSQL writes it in JSON to the format of the contract. */
const isoOf = (moment: string): string => new Date(moment).toISOString();

/** The viewer's rights on the server. */
export const viewerOf = (ctx: Context, server: EffectiveRights & { name: string }) => ({
  language: ctx.language,
  name: server.name,
  lacks: (permission: Permission) =>
    hasPermission(ctx, permission)
      ? denialReasonFor(server, requiredRightFor(permission))
      : 'notAllowed',
});

export function actionFactsOf(
  row: Pick<Server, 'state' | 'power' | 'problem' | 'lockedBy' | 'lockReason'> & {
    lockedAt: Date | string | null;
  },
  engine: EngineFacts,
  task: OpenTask | null,
): ActionFacts {
  const lock = row.lockedAt === null ? null : { by: row.lockedBy ?? '', reason: row.lockReason };
  return {
    state: row.state,
    power: row.power,
    problem: row.problem,
    lock,
    cmdId: task?.cmdId ?? null,
    engine,
  };
}

function statusOf(
  row: { state: ServerState; problem: Problem | null },
  task: OpenTask | null,
): ServerItem['status'] {
  if (row.state === 'creating') return 'creating';
  if (task) return 'busy';
  if (row.state === 'bin') return 'bin';
  return row.problem ? 'failed' : 'ready';
}

/** Why a server needs attention, as text. */
export function problemText({ kind, detail }: Problem): LocalizedText {
  const detailText = detail ? ` ${detail}` : '';
  if (kind === 'crashed')
    return localize('present.problemText.serverStoppedUnexpectedlyStart', { why: detailText });
  return localize('present.problemText.serverMissingItsEngine', { why: detailText });
}
