import { Refusal } from '../../../contract/errors.ts';
import { actingAs } from '../../../server/platform/access/actors.ts';
import type { Context, SignedInContext } from '../../../server/platform/context.ts';
import { changePower, holdToStart, isPowerAlready, ownServersWithTag, readServer, takeSnapshot } from '../../servers/server/index.ts';
import type { Schedule } from './store.ts';
import type { RunResult } from './tables.ts';

/** Does with each of its servers what the schedule says, in the name of whoever made it. Each gets its task or its reason. */
export async function carryOut(ctx: Context, schedule: Schedule): Promise<RunResult[]> {
  const servers = await serversOf(ctx, schedule);
  const acting = await actingAs(ctx, schedule.createdBy).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
  if (schedule.action === 'on' && !(acting instanceof Refusal))
    await holdToStart(
      acting,
      servers.map(({ id }) => id),
    );
  const results: RunResult[] = [];
  for (const server of servers)
    results.push(acting instanceof Refusal ? refused(server, acting) : await carryOutOne(acting, schedule, server));
  return results;
}

type Target = { id: string; name: string; power: 'on' | 'off' | 'suspended' };

/** In one order, so that two schedules never wait for each other. What waits in the bin is left alone. */
async function serversOf(ctx: Context, { serverId, tag, ownerId }: Schedule): Promise<Target[]> {
  if (serverId === null) return tag === null ? [] : await ownServersWithTag(ctx, ownerId, tag);
  const server = await readServer(ctx, serverId);
  return server?.state === 'live' ? [server] : [];
}

async function carryOutOne(ctx: SignedInContext, schedule: Schedule, server: Target): Promise<RunResult> {
  const { id: serverId, name } = server;
  try {
    if (schedule.action === 'snapshot') {
      const series = { id: schedule.id, keep: schedule.keep ?? 1 };
      return { serverId, name, cmdId: (await takeSnapshot(ctx, serverId, { series })).cmdId, refusal: null };
    }
    if (isPowerAlready(schedule.action, server.power)) return { serverId, name, cmdId: null, refusal: null };
    return { serverId, name, cmdId: (await changePower(ctx, serverId, { state: schedule.action })).cmdId, refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused(server, error);
  }
}

function refused({ id, name }: Target, { reasons: [reason] }: Refusal): RunResult {
  return { serverId: id, name, cmdId: null, refusal: { name: reason?.name ?? 'notAllowed', values: { ...reason?.values } } };
}
