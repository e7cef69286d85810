import { sql } from 'kysely';
import { hasPermission, visibleTo } from '../../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import type { Notice, ServerSummary } from '../../../../../server/platform/dashboard/hooks.ts';
import { localize } from '../../texts/localize.ts';
import { busyServers } from '../store/openTasks.ts';

const visibleServer = (ctx: Context) =>
  visibleTo(ctx, {
    owner: 's.owner_id',
    site: 's.site_id',
    object: { type: 'ot.server', id: 's.id' },
  });

/** Counts of the servers visible to the user, with their load as last sampled. */
export async function readSummary(ctx: Context): Promise<ServerSummary> {
  const { rows } = await sql<
    ServerSummary['servers'] & {
      cpu: number | null;
      used: number | null;
      memory: number | null;
      at: Date | null;
    }
  >`
    select count(*) filter (where state <> 'bin')::int as total, count(*) filter (where state = 'live' and power = 'on')::int as on,
      count(*) filter (where state = 'live' and power = 'off')::int as off, count(*) filter (where state = 'live' and power = 'suspended')::int as suspended,
      count(*) filter (where state = 'creating' or s.id = any(${busyServers}))::int as busy,
      count(*) filter (where problem is not null)::int as failed, count(*) filter (where state = 'bin')::int as "inBin",
      (sum(nullif(r.cpu_percent, -1) * s.cores) / nullif(sum(s.cores) filter (where r.cpu_percent >= 0), 0))::float8 as cpu,
      sum(nullif(r.memory_used_mb, -1))::int as used, sum(r.memory_total_mb) filter (where r.memory_used_mb >= 0)::int as memory, max(r.sampled_at) as at
    from server s left join server_runtime r on r.server_id = s.id where ${visibleServer(ctx)}`.execute(
    ctx.db,
  );
  const { cpu, used, memory, at, ...servers } = rows[0] ?? {
    cpu: null,
    used: null,
    memory: null,
    at: null,
    ...noServers,
  };
  const load =
    cpu !== null && at !== null
      ? {
          cpuPercent: Math.round(cpu * 10) / 10,
          memoryUsedMb: used ?? 0,
          memoryTotalMb: memory ?? 0,
          sampledAt: at.toISOString(),
        }
      : null;
  return { servers, load, busiest: await busiest(ctx) };
}

const noServers: ServerSummary['servers'] = {
  total: 0,
  on: 0,
  off: 0,
  suspended: 0,
  busy: 0,
  failed: 0,
  inBin: 0,
};

async function busiest(ctx: Context): Promise<ServerSummary['busiest']> {
  const { rows } = await sql<ServerSummary['busiest'][number]>`
    select s.id, s.name, round(r.cpu_percent::numeric, 1)::float8 as "cpuPercent", round(100.0 * greatest(r.memory_used_mb, 0) / greatest(coalesce(r.memory_total_mb, s.ram_mb), 1), 1)::float8 as "memoryPercent"
    from server s join server_runtime r on r.server_id = s.id
    where s.state = 'live' and s.power = 'on' and r.cpu_percent >= 0 and ${visibleServer(ctx)} order by r.cpu_percent desc, s.id limit 5`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * Items that need attention: servers that stopped on their own or were lost, and unknown machines
 * in engines.
 */
export async function serverNotices(ctx: Context): Promise<Notice[]> {
  const { rows } = await sql<{ id: string; name: string; kind: string }>`
    select s.id, s.name, s.problem ->> 'kind' as kind from server s where s.problem is not null and s.state = 'live' and ${visibleServer(ctx)} order by s.power_since desc limit 5`.execute(
    ctx.db,
  );
  const notices = rows.map(({ id, name, kind }): Notice => {
    const text =
      kind === 'lost'
        ? localize('summary.text.serverMissingItsEngine', { name })
        : localize('summary.text.serverStoppedUnexpectedly', { name });
    return { id: `server.${id}`, severity: 'problem', text, remedy: null, path: `/servers/${id}` };
  });
  return [...notices, ...(await orphanNotices(ctx))];
}

async function orphanNotices(ctx: Context): Promise<Notice[]> {
  if (!hasPermission(ctx, 'hosts.view')) return [];
  const { rows } = await sql<{
    engine: string;
    count: number;
  }>`select engine, count(*) as count from engine_orphan where since < now() - interval '2 minutes' group by engine`.execute(
    ctx.db,
  );
  return rows.map(({ engine, count }) => ({
    ...{ id: `orphans.${engine}`, severity: 'warning' as const, remedy: null, path: '/hosts' },
    text: localize('summary.text.engineRunsServersPortal', { engine, count }),
  }));
}
