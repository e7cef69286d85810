import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { withDb } from '../../../../server/platform/http/callContext.ts';
import { type WatchedServer, watchedServers } from '../../servers/server/index.ts';
import { type LatestReading, latestReadings, monthTraffic } from '../../statistics/server/index.ts';
import { notifyHappening } from './notify.ts';
import { type CurrentState, findingOf, type Metric, nextAlertState, type State } from './rules.ts';
import { type Alert, alertColumns, announceAlert } from './store.ts';

interface StateRow extends CurrentState {
  /** The value when this state was entered. For an acknowledged alert, the value when it fired. */
  value: number | null;
  alertId: string;
  serverId: string;
}

/** A server of an alert whose state has changed. */
interface Transition {
  alert: Alert;
  server: WatchedServer;
  from: State;
  to: CurrentState;
  value: number | null;
  firedValue: number | null;
}

const bytesInGb = 1e9;

/**
 * Evaluates every monitored server and notifies about changes. Each change has its own transaction
 * and is reported only once.
 */
export async function evaluate(ctx: Context): Promise<number> {
  const { rows: alerts } =
    await sql<Alert>`select ${alertColumns} from alert a where a.is_enabled order by a.id`.execute(
      ctx.db,
    );
  if (alerts.length === 0) return 0;
  const serversByAlert = await serversOf(ctx, alerts);
  const ids = [
    ...new Set([...serversByAlert.values()].flatMap((servers) => servers.map(({ id }) => id))),
  ];
  const metered = alerts
    .filter(({ metric }) => metric === 'monthTrafficGb')
    .flatMap(({ id }) => serversByAlert.get(id) ?? []);
  const [readings, traffic, states] = await Promise.all([
    latestReadings(ctx, ids),
    metered.length > 0
      ? monthTraffic(ctx, [...new Set(metered.map(({ id }) => id))])
      : new Map<string, number>(),
    readStates(ctx),
  ]);
  await deleteUnwatchedStates(ctx, serversByAlert, states);
  const now = ctx.clock.now();
  let changes = 0;
  for (const alert of alerts)
    for (const server of serversByAlert.get(alert.id) ?? []) {
      const reading = readings.get(server.id);
      const value = measured(alert.metric, reading, traffic.get(server.id));
      const finding = findingOf(
        alert,
        { ...server, sampledAt: reading?.sampledAt ?? null, value },
        now,
      );
      const stored = states.get(`${alert.id} ${server.id}`);
      const current = stored ?? { state: 'ok' as const, since: now };
      const next = nextAlertState(current, finding, alert.forMinutes, now);
      if (next.state === current.state) continue;
      await enterState(ctx, {
        alert,
        server,
        from: current.state,
        to: next,
        value,
        firedValue: next.state === 'firing' ? value : (stored?.value ?? null),
      });
      changes += 1;
    }
  return changes;
}

/**
 * The servers of each alert: a single one, or the owner's servers with the tag. A transferred
 * server is no longer monitored.
 */
async function serversOf(
  ctx: Context,
  alerts: readonly Alert[],
): Promise<Map<string, WatchedServer[]>> {
  const servers = await watchedServers(
    ctx,
    alerts.flatMap(({ serverId }) => serverId ?? []),
    alerts.flatMap(({ ownerId, tag }) => (tag === null ? [] : { ownerId, tag })),
  );
  const byId = new Map(servers.map((server) => [server.id, server]));
  const byOwner = Map.groupBy(servers, ({ ownerId }) => ownerId);
  return new Map(
    alerts.map(({ id, ownerId, serverId, tag }) => {
      const one = serverId === null ? undefined : byId.get(serverId);
      if (tag === null) return [id, one && one.ownerId === ownerId ? [one] : []];
      return [id, (byOwner.get(ownerId) ?? []).filter(({ tags }) => tags.includes(tag))];
    }),
  );
}

async function readStates(ctx: Context): Promise<Map<string, StateRow>> {
  const { rows } =
    await sql<StateRow>`select alert_id as "alertId", server_id as "serverId", state, since, value from alert_state`.execute(
      ctx.db,
    );
  return new Map(rows.map((row) => [`${row.alertId} ${row.serverId}`, row]));
}

/** Deletes the states of servers that lost the tag, changed owner or are in the Trash. */
async function deleteUnwatchedStates(
  ctx: Context,
  serversByAlert: ReadonlyMap<string, readonly WatchedServer[]>,
  states: ReadonlyMap<string, StateRow>,
): Promise<void> {
  const removedStates = [...states.values()].filter(
    ({ alertId, serverId }) => !serversByAlert.get(alertId)?.some(({ id }) => id === serverId),
  );
  if (removedStates.length === 0) return;
  await sql`
    delete from alert_state using jsonb_to_recordset(${JSON.stringify(removedStates)}::jsonb) as gone ("alertId" uuid, "serverId" uuid)
    where alert_id = gone."alertId" and server_id = gone."serverId"`.execute(ctx.db);
}

function measured(
  metric: Metric,
  reading: LatestReading | undefined,
  trafficBytes: number | undefined,
): number | null {
  if (metric === 'monthTrafficGb') return (trafficBytes ?? 0) / bytesInGb;
  if (metric === 'off' || metric === 'on' || metric === 'noData') return null;
  return reading?.[metric] ?? null;
}

/**
 * Changes the state only if it is still the one that was read. Concurrent acknowledgments are
 * handled in the next round.
 */
async function enterState(
  ctx: Context,
  { alert, server, from, to, value, firedValue }: Transition,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const inner = withDb(ctx, trx);
    // Locked, so that an alert that is concurrently deleted or changed sends no notification. If
    // its rule has changed since it was read, the next round evaluates it.
    const { rows: lockedRows } = await sql`
      select from alert where id = ${alert.id} and is_enabled and metric = ${alert.metric} and above = ${alert.comparison === 'above'}
        and threshold = ${alert.threshold} and clear_at = ${alert.clearAt} and for_minutes = ${alert.forMinutes} for update`.execute(
      trx,
    );
    if (lockedRows.length === 0) return;
    const { rows } = await sql`
      insert into alert_state as s (alert_id, server_id, state, since, value) values (${alert.id}, ${server.id}, ${to.state}, ${to.since}, ${value})
      on conflict (alert_id, server_id) do update set state = excluded.state, since = excluded.since, value = excluded.value, acknowledged_by = null
      where s.state = ${from} returning 1 as changed`.execute(trx);
    if (rows.length === 0) return;
    const wasNotified = from === 'firing' || from === 'acknowledged';
    const firing = { server: { id: server.id, name: server.name }, value, firedValue };
    if (to.state === 'firing')
      await notifyHappening(inner, alert, { kind: 'firing', ...firing, at: to.since });
    if (to.state === 'ok' && wasNotified)
      await notifyHappening(inner, alert, { kind: 'ok', ...firing, at: to.since });
    await announceAlert(inner, alert);
  });
}
