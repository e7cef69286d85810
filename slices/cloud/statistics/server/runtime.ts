import type * as z from 'zod';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { findDatacenter } from '../../datacenters/server/index.ts';
import { askingEngine, engineFacts, findServer, type Server } from '../../servers/server/index.ts';
import type { runtime } from '../contract.ts';
import { countersOf } from './readings/sample.ts';

type Runtime = z.output<typeof runtime>;
const emptyReading = {
  ...{
    at: null,
    cpuPercent: null,
    memoryUsedMb: null,
    memoryTotalMb: null,
    diskReadBytesPerSecond: null,
    diskWriteBytesPerSecond: null,
  },
  ...{ networkReceivedBytesPerSecond: null, networkSentBytesPerSecond: null },
};

/**
 * How long a measurement is shared, in ms, so that many viewers of one server query its engine at
 * most once a second.
 */
const cacheMs = 1000;
const readings = new Map<
  string,
  { at: number; reading: Promise<ReturnType<typeof countersOf> | null> }
>();
const earlier = new Map<string, ReturnType<typeof countersOf>>();

/**
 * Returns the engine's current measurement. Rates compare it with the previous one, if it is
 * recent. Throws `engineAway`.
 */
export async function getRuntime(ctx: SignedInContext, serverId: string): Promise<Runtime> {
  const server = await findServer(ctx, serverId);
  if (server.power !== 'on' || server.state !== 'live' || !(await isReady(ctx, server)))
    return { power: server.power, ...emptyReading };
  const refresh = await cachedReading(ctx, server);
  if (!refresh) return { power: server.power, ...emptyReading };
  const before = earlier.get(serverId);
  earlier.set(serverId, refresh);
  const seconds = before ? (refresh.at.getTime() - before.at.getTime()) / 1000 : 0;
  const rate = (now: number, earlier: number | undefined) =>
    earlier === undefined || seconds <= 0 || seconds > 60 || now < earlier
      ? null
      : Math.round((now - earlier) / seconds);
  return {
    ...{
      power: server.power,
      at: refresh.at.toISOString(),
      cpuPercent: Math.round(refresh.cpu * 10) / 10,
      memoryUsedMb: refresh.used,
      memoryTotalMb: refresh.total,
    },
    ...{
      diskReadBytesPerSecond: rate(refresh.readBytes, before?.readBytes),
      diskWriteBytesPerSecond: rate(refresh.writeBytes, before?.writeBytes),
    },
    ...{
      networkReceivedBytesPerSecond: rate(refresh.received, before?.received),
      networkSentBytesPerSecond: rate(refresh.sent, before?.sent),
    },
  };
}

async function isReady(ctx: SignedInContext, server: Server): Promise<boolean> {
  return (await engineFacts(ctx, (await findDatacenter(ctx, server.datacenterId)).engine)).isReady;
}

async function cachedReading(ctx: SignedInContext, server: Server) {
  const now = performance.now();
  for (const [id, entry] of readings)
    if (now - entry.at > 60_000) readings.delete(id) && earlier.delete(id);
  const cached = readings.get(server.id);
  if (cached && now - cached.at < cacheMs) return await cached.reading;
  const { engine } = await findDatacenter(ctx, server.datacenterId);
  const reading = askingEngine(server.name, () =>
    ctx.services.engines.get(engine).sample([server.id]),
  ).then(([sample]) => (sample ? countersOf(sample) : null));
  readings.set(server.id, { at: now, reading });
  return await reading;
}
