import { sql } from 'kysely';
import type { ComputeEngine, EngineServer } from '../../../../../drivers/compute/port.ts';
import { writeAudit } from '../../../../../server/platform/audit/audit.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { withDb } from '../../../../../server/platform/http/callContext.ts';
import { listEngineGuests } from '../hooks.ts';
import type { Power, Problem } from '../rules/facts.ts';
import { recordPower } from '../store/write.ts';
import { engineFacts, powerOf } from './engine.ts';

/** The operation recorded in the log for changes that no user requested. */
export const unrequestedChange = 'servers.changedByItself';

interface Row {
  id: string;
  siteId: string;
  power: Power;
  problem: Problem | null;
}

/**
 * Compares the rows with the state in each engine to find servers that stopped on their own, were
 * lost, or were found again. Skips servers with a running task. Unknown virtual machines in an
 * engine are reported but never changed.
 */
export async function reconcile(ctx: Context): Promise<void> {
  for (const engine of ctx.services.engines.all()) {
    if ((await engineFacts(ctx, engine.name)).isReady) await reconcileEngine(ctx, engine);
  }
}

async function reconcileEngine(ctx: Context, engine: ComputeEngine): Promise<void> {
  const engineServers = new Map((await engine.list()).map((server) => [server.id, server]));
  const { rows } = await sql<Row>`
    select s.id, s.site_id as "siteId", s.power, s.problem from server s join datacenter d on d.id = s.datacenter_id
    where d.engine = ${engine.name} and s.state = 'live'
      and not exists (select from task t where t.resource = 'server:' || s.id and (t.completed_at is null or t.completed_at > now() - interval '5 seconds'))`.execute(
    ctx.db,
  );
  for (const row of rows) {
    const now = stateOf(engineServers.get(row.id));
    if (now.power === row.power && now.problem?.kind === row.problem?.kind) continue;
    // A server that stopped on its own keeps its problem until it is on again.
    if (row.problem?.kind === 'crashed' && now.problem === null && now.power === 'off') continue;
    await recordUnlessBusy(ctx, row.id, now.power, now.problem);
  }
  const guests = new Set(await listEngineGuests(ctx));
  await reportOrphans(
    ctx,
    engine,
    [...engineServers.keys()].filter((id) => !guests.has(id)),
  );
}

function stateOf(engineServer: EngineServer | undefined): {
  power: Power;
  problem: Problem | null;
} {
  return engineServer
    ? powerOf(engineServer)
    : { power: 'off', problem: { kind: 'lost', detail: '' } };
}

async function recordUnlessBusy(
  ctx: Context,
  serverId: string,
  power: Power,
  problem: Problem | null,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<Row>`
      select s.id, s.site_id as "siteId", s.power, s.problem from server s where s.id = ${serverId} and s.state = 'live'
        and not exists (select from task t where t.resource = 'server:' || s.id and t.completed_at is null) for update`.execute(
      trx,
    );
    const [before] = rows;
    if (!before) return;
    await recordPower(withDb(ctx, trx), serverId, power, problem);
    if (before.power !== power || before.problem?.kind !== problem?.kind)
      await recordChange(withDb(ctx, trx), before, { power, problem });
  });
  ctx.log.info({ serverId, power, problem }, 'A server’s state differs from the recorded state');
}

/**
 * Records an event that no user requested, as the portal, with the engine's message, at the site of
 * the server.
 */
async function recordChange(
  ctx: Context,
  { id, siteId, ...before }: Row,
  after: { power: Power; problem: Problem | null },
): Promise<void> {
  await writeAudit(ctx, ctx.db, unrequestedChange, 'done', [
    { targetType: 'server', targetId: id, siteId, before, after },
  ]);
}

async function reportOrphans(ctx: Context, engine: ComputeEngine, ids: string[]): Promise<void> {
  await sql`
    with unknown as (select seen from unnest(${ids}::text[]) as seen where not exists (select from server s where s.id::text = seen)),
      gone as (delete from engine_orphan where engine = ${engine.name} and id not in (select seen from unknown))
    insert into engine_orphan (engine, id) select ${engine.name}, seen from unknown on conflict do nothing`.execute(
    ctx.db,
  );
}

/** Subscribes to power changes that no user requested. Returns the unsubscribe function. */
export function watchEngines(ctx: Context): () => void {
  const stops = ctx.services.engines.all().map((engine) =>
    engine.onPowerChange(({ id, ...change }) => {
      const { power, problem } = powerOf(change);
      recordUnlessBusy(ctx, id, power, problem).catch((error: unknown) =>
        ctx.log.warn({ err: error, serverId: id }, 'A power change couldn’t be recorded'),
      );
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
