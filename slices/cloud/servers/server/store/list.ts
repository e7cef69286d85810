import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import {
  type EffectiveRights,
  effectiveRights,
  visibleTo,
} from '../../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type Page,
  readListPageAlong,
} from '../../../../../server/platform/database/listPage.ts';
import type { serverFilters, serverSorts } from '../../contract.ts';
import type { BillingMode, CpuType, Power, Problem, ServerState } from '../rules/facts.ts';
import { parseSearch } from '../rules/search.ts';
import { serverReach } from './find.ts';
import { busyServers } from './openTasks.ts';

/**
 * A row as returned together with the additional data. Times are texts in PostgreSQL's JSON format.
 */
export interface ServerRow extends EffectiveRights {
  id: string;
  name: string;
  state: ServerState;
  power: Power;
  problem: Problem | null;
  binUntil: string | null;
  datacenterId: string;
  imageId: string | null;
  image: string;
  cpuType: CpuType;
  cores: number;
  ramMb: number;
  diskGb: number;
  ips: string[];
  cpuPercent: number | null;
  memoryUsedMb: number | null;
  createdAt: string;
  owner: string;
  billingMode: BillingMode;
  tags: string[];
  description: string;
  lockedAt: string | null;
  lockedBy: string | null;
  lockReason: string;
}

export type ServerListQuery = ListRequest & {
  [K in keyof typeof serverFilters]?: z.output<(typeof serverFilters)[K]>;
};

/**
 * Written so that the planner can start with the index the page is sorted by. `user_account` uses
 * an outer join, because the row policy of accounts would otherwise lower the row estimate and the
 * planner would avoid that index.
 */
const from = sql`server join server_runtime runtime on runtime.server_id = server.id left join user_account owner on owner.id = server.owner_id`;

const columns = sql`
  server.id, server.name, server.state, server.power, server.problem, server.bin_until as "binUntil",
  server.datacenter_id as "datacenterId", server.image_id as "imageId", server.image_name as image, server.cpu_type as "cpuType",
  server.cores, server.ram_mb as "ramMb",
  server.disk_gb as "diskGb", server.ips, nullif(runtime.cpu_percent, -1) as "cpuPercent", nullif(runtime.memory_used_mb, -1) as "memoryUsedMb",
  server.created_at as "createdAt", owner.email as owner, server.billing_mode as "billingMode", server.tags,
  server.description, server.locked_at as "lockedAt", server.lock_reason as "lockReason",
  account_email(server.locked_by) as "lockedBy"`;

type SortName = (typeof serverSorts)[number];
type Sort = {
  column: RawBuilder<unknown>;
  type: 'text' | 'numeric' | 'real' | 'timestamptz';
  idOfReading?: true;
};

const sorts: Record<SortName, Sort> = {
  name: { column: sql`server.name_key`, type: 'text' },
  created: { column: sql`server.created_at`, type: 'timestamptz' },
  power: { column: sql`server.power`, type: 'text' },
  cores: { column: sql`server.cores`, type: 'numeric' },
  ram: { column: sql`server.ram_mb`, type: 'numeric' },
  datacenter: { column: sql`server.datacenter_code`, type: 'text' },
  cpuLoad: { column: sql`runtime.cpu_percent`, type: 'real', idOfReading: true },
  memory: { column: sql`runtime.memory_used_mb`, type: 'numeric', idOfReading: true },
};

/**
 * A page of the servers visible to the actor. With `bin`, those in the Trash, otherwise all others.
 * `extraQueries` reads additional data about the rows in the same statement.
 */
export async function readServerPage<Item, Along extends Record<string, unknown>>(
  ctx: Context,
  query: ServerListQuery,
  extraQueries: (ids: RawBuilder<string[]>) => { [Name in keyof Along]: RawBuilder<Along[Name]> },
  map: (row: ServerRow, extras: { [Name in keyof Along]: Along[Name][] }) => Item,
): Promise<{ page: Page<Item>; along: { [Name in keyof Along]: Along[Name][] } }> {
  const { power, status, datacenter, bin } = query;
  const sort = sorts[(query.sorting ?? 'name').replace(/^-/, '') as SortName];
  const source = {
    from,
    countFrom: sql`server`,
    idsFrom:
      (hasManyOwners(ctx) || searchesMany(ctx, query)) && !sort?.idOfReading
        ? sql`server`
        : undefined,
    countsAlong: ctx.actor?.reach.kind === 'accounts',
    columns: sql`${columns}, ${effectiveRights(ctx, serverReach)}`,
    where: [...conditionsOf(ctx, query), ...searchConditions(query.filter)],
    sorts,
    // The ID column of the readings, so that a single index covers both the order and ties.
    id: {
      column: sort?.idOfReading ? sql`runtime.server_id` : sql`server.id`,
      type: 'uuid' as const,
    },
    defaultSorting: 'name',
  };
  const result = await readListPageAlong<ServerRow, Item, Along>(
    ctx.db,
    source,
    extraQueries,
    map,
    query,
  );
  const aux = Object.entries({ power, status, datacenter, bin }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { page: { ...result.page, auxFilter: Object.fromEntries(aux) }, along: result.along };
}

/**
 * No index sorts the servers of several owners. Selecting only IDs uses just the index instead of
 * every row.
 */
const hasManyOwners = ({ actor }: Context): boolean =>
  actor?.reach.kind === 'accounts' &&
  (actor.reach.subAccountIds.length > 0 || actor.reach.grants.length > 0);

/**
 * A search among very many servers reads the index in order until the page is full, and skips rows
 * that don't match.
 */
const searchesMany = ({ actor }: Context, { filter }: ServerListQuery): boolean =>
  actor?.reach.kind !== 'accounts' && Boolean(filter);

function conditionsOf(
  ctx: Context,
  { power, status, datacenter, bin }: ServerListQuery,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [
    bin === 'true' ? sql`server.state = 'bin'` : sql`server.state <> 'bin'`,
  ];
  conditions.push(visibleTo(ctx, serverReach));
  if (power) conditions.push(sql`server.power = ${power}`);
  if (datacenter) conditions.push(sql`server.datacenter_id = ${datacenter}`);
  if (status === 'failed') conditions.push(sql`server.problem is not null`);
  if (status === 'busy') conditions.push(sql`server.id = any(${busyServers})`);
  return conditions;
}

function searchConditions(filter: string | undefined): RawBuilder<unknown>[] {
  const term = parseSearch(filter ?? '');
  if (!term) return [];
  if (term.kind === 'id') return [sql`server.id = ${term.id}`];
  if (term.kind === 'either')
    return [
      sql`(server.search_name like ${containing(term.text)} or server.search_address ~ ${term.pattern})`,
    ];
  if (term.kind === 'address') return [sql`server.search_address ~ ${term.pattern}`];
  return [sql`server.search_name like ${containing(term.text)}`];
}
