import { sql } from 'kysely';
import { UserError } from '../../../../contract/errors/errors.ts';
import { findUser } from '../../../../server/platform/access/actors.ts';
import { inOwnTransaction } from '../../../../server/platform/audit/inOwnTransaction.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { singleContribution } from '../../../../server/platform/hooks.ts';
import { ownedServers } from '../../../people/users/server/index.ts';
import { budgetedServers } from './budgetedServers.ts';
import { type Budget, isActiveEvent } from './store.ts';

/** The operation name in the portal's log. */
const operation = 'budgets.powerOff';
/** Seconds until a failed attempt to turn off a server is repeated, until the month ends. */
const pauseSeconds = 60;
/**
 * Temporary problems: the server is busy or its engine is unavailable. Any other reason, such as a
 * lock, is deliberate.
 */
const transientReasons = ['serverBusy', 'datacenterNotReady'];

/**
 * Records which servers to turn off: all that the budget covers and that aren't off now. Servers
 * started afterwards stay on, because a threshold acts once. Returns the number of servers.
 */
export async function planStops(ctx: Context, budget: Budget, eventId: number): Promise<number> {
  const { rows: accounts } = await sql<{ id: string }>`
    select id from user_account where id = ${budget.ownerId} or parent_id = ${budget.ownerId}`.execute(
    ctx.db,
  );
  const ids = accounts.map(({ id }) => id);
  const { tag } = budget;
  const covered =
    tag === null
      ? await singleContribution(ctx, ownedServers).ofOwners(ctx, ids)
      : (
          await Promise.all(
            ids.map((id) => singleContribution(ctx, budgetedServers).withTag(ctx, id, tag)),
          )
        ).flat();
  const runningServers = covered.filter(
    ({ state, power }) => state === 'creating' || (state === 'live' && power !== 'off'),
  );
  const stops = runningServers.map(({ id, name }) => ({ id, name }));
  await sql`
    insert into budget_stop (event_id, server_id, server_name)
    select ${eventId}, s.id, s.name from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as s (id uuid, name text)`.execute(
    ctx.db,
  );
  return stops.length;
}

interface Stop {
  eventId: number;
  serverId: string;
  budgetId: string;
  ownerId: string;
  /**
   * Whether the event still applies: its block wasn't lifted, the budget wasn't raised, and the
   * month hasn't ended.
   */
  isWanted: boolean;
}

/** Turns off every pending server, each in its own transaction, so that none is requested twice. */
export async function runStops(ctx: Context): Promise<void> {
  let stop: Stop | null;
  do {
    stop = null;
    try {
      await inOwnTransaction(ctx, operation, async (inner) => {
        stop = await claimStop(inner);
        if (stop) await runStop(inner, stop);
      });
    } catch (error) {
      if (!stop) throw error;
      ctx.log.warn(
        { err: error, server: (stop as Stop).serverId },
        'A server over its budget couldn’t be turned off; retrying',
      );
      await recordStopState(ctx, stop, 'waiting');
    }
  } while (stop);
}

async function claimStop(ctx: Context): Promise<Stop | null> {
  const now = ctx.clock.now();
  const retryBefore = new Date(now.getTime() - pauseSeconds * 1000);
  const { rows } = await sql<Stop>`
    select stop.event_id as "eventId", stop.server_id as "serverId", b.id as "budgetId", b.owner_id as "ownerId", ${isActiveEvent(now)} and e.lifted_at is null as "isWanted"
    from budget_stop stop join budget_event e on e.id = stop.event_id join budget b on b.id = e.budget_id
    where stop.state = 'waiting' and (stop.tried_at is null or stop.tried_at <= ${retryBefore})
    order by stop.tried_at nulls first, stop.server_id limit 1 for update of stop skip locked`.execute(
    ctx.db,
  );
  return rows[0] ?? null;
}

async function runStop(ctx: Context, stop: Stop): Promise<void> {
  const [server] = await singleContribution(ctx, ownedServers).byId(ctx, [stop.serverId]);
  const acting = await ownerContext(ctx, stop.ownerId);
  const isOff = server?.state === 'bin' || (server?.state === 'live' && server.power === 'off');
  if (!stop.isWanted || !server || !acting || isOff)
    return await recordStopState(ctx, stop, 'dropped');
  if (server.state === 'creating') return await recordStopState(ctx, stop, 'waiting');
  try {
    const silentContext = { ...acting, note: () => undefined };
    const { cmdId } = await singleContribution(ctx, budgetedServers).turnOff(
      silentContext,
      stop.serverId,
    );
    const power = { before: { power: server.power }, after: { power: 'off' } };
    ctx.note({
      targetType: 'server',
      targetId: server.id,
      ...power,
      detail: { budget: stop.budgetId },
    });
    await recordStopState(ctx, stop, 'asked', cmdId);
  } catch (error) {
    const reason = error instanceof UserError ? error.reasons[0] : undefined;
    if (!reason) throw error;
    const refusal = { name: reason.name, values: reason.values ?? {} };
    await recordStopState(
      ctx,
      stop,
      transientReasons.includes(reason.name) ? 'waiting' : 'refused',
      null,
      refusal,
    );
  }
}

/**
 * Returns a context that acts as the budget's owner, who has access to everything it covers, even
 * while disabled, or as the parent account if that account has locked the owner.
 */
async function ownerContext(ctx: Context, ownerId: string): Promise<SignedInContext | null> {
  const owner = await findUser(ctx.db, ownerId);
  const user =
    owner?.isParentLocked && owner.actor.parentId
      ? await findUser(ctx.db, owner.actor.parentId)
      : owner;
  return user && { ...ctx, actor: { ...user.actor, isForPortal: true } };
}

async function recordStopState(
  ctx: Context,
  { eventId, serverId }: Stop,
  state: 'waiting' | 'asked' | 'refused' | 'dropped',
  cmdId: number | null = null,
  refusal: object | null = null,
): Promise<void> {
  await sql`
    update budget_stop set state = ${state}, cmd_id = ${cmdId}, refusal = ${refusal && JSON.stringify(refusal)}::jsonb, tried_at = ${ctx.clock.now()}
    where event_id = ${eventId} and server_id = ${serverId}`.execute(ctx.db);
}
