import { type Refusal, refuse } from '../../../../contract/errors.ts';
import { neededFor } from '../../../../contract/rights.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { startTask } from '../../../../server/platform/tasks/startTask.ts';
import type { TaskType } from '../../../../server/platform/tasks/task.ts';
import { findDatacenter } from '../../../datacenters/server/index.ts';
import { engineFacts } from '../engine.ts';
import { factsOf } from '../present.ts';
import { type ActionFacts, locked, obstacleTo, permissionFor, powerWord, type ServerAction } from '../rules/actions.ts';
import type { Server, Texts } from '../rules/facts.ts';
import { lockServer } from '../store/find.ts';
import { openTasks, resourceOf } from '../store/openTasks.ts';
import { announceServer } from '../store/write.ts';

/** A server held for a change, with what decides whether it allows it. */
export interface HeldServer {
  server: Server;
  facts: ActionFacts;
  datacenter: string;
}

/** Locks the server and refuses what it does not allow now; two calls about one server decide one after the other. */
export async function hold(ctx: SignedInContext, serverId: string, action: ServerAction): Promise<HeldServer> {
  const server = await lockServer(ctx, serverId, neededFor(permissionFor(action)));
  ctx.note({ targetType: 'server', targetId: server.id });
  const { engine, name: datacenter } = await findDatacenter(ctx, server.datacenterId);
  const task = (await openTasks(ctx, [server.id])).get(server.id) ?? null;
  const held: HeldServer = { server, facts: factsOf(server, await engineFacts(ctx, engine), task), datacenter };
  const obstacle = obstacleTo(action, held.facts);
  if (obstacle) throw refusalOf(ctx, held, action, obstacle);
  return held;
}

/** The same for a change whose own rules are asked afterwards: the server must be there, free, and its engine at hand, in any power state. */
export const holdIdle = (ctx: SignedInContext, serverId: string): Promise<HeldServer> => hold(ctx, serverId, 'password');

const words: Record<'creating' | 'bin' | 'live', Texts> = {
  creating: { en: 'being created', he: 'בהקמה' },
  bin: { en: 'in the bin', he: 'בסל' },
  live: { en: 'ready', he: 'מוכן' },
};

/** The obstacle as the code that names its kind. */
function refusalOf(ctx: SignedInContext, { server, facts, datacenter }: HeldServer, action: ServerAction, obstacle: Texts): Refusal {
  const { name } = server;
  const problem = obstacle[ctx.language];
  if (facts.cmdId !== null) return refuse('serverBusy', { name, cmdId: facts.cmdId });
  if (action === 'restore' || action === 'purge') return refuse('serverNotInBin', { name });
  if (server.state !== 'live')
    return refuse('serverWrongState', { name, state: words[server.state][ctx.language], needed: words.live[ctx.language] });
  if (!facts.engine.isReady) return refuse('datacenterNotReady', { datacenter, problem });
  if (obstacle.en === locked(facts)?.en) return refuse('serverLocked', { name, problem });
  if (action === 'resize' || action === 'addDisk' || action === 'addNic' || action === 'clone')
    return refuse('serverMustBeOff', { name, problem });
  if (action === 'console') return refuse('consoleUnavailable', { name, problem });
  return refuse('serverWrongState', { name, state: powerWord(server.power)[ctx.language], needed: problem });
}

/** Starts a task on the server, in the transaction of the call. */
export async function begin<I>(ctx: SignedInContext, { server }: HeldServer, type: TaskType<I>, input: I): Promise<{ cmdId: number }> {
  const { cmdId } = await startTask(ctx, type, {
    input,
    target: { type: 'server', id: server.id, name: server.name },
    resource: resourceOf(server.id),
    siteId: server.siteId,
    ownerId: server.ownerId,
  });
  await announceServer(ctx, server);
  return { cmdId };
}
