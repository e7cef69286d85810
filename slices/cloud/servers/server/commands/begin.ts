import { neededFor } from '../../../../../contract/access/permissions.ts';
import { type UserError, untranslated, userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { startTask } from '../../../../../server/platform/tasks/startTask.ts';
import type { TaskType } from '../../../../../server/platform/tasks/task.ts';
import { findDatacenter, nicsMax } from '../../../datacenters/server/index.ts';
import { engineFacts } from '../engine/engine.ts';
import { factsOf } from '../read/present.ts';
import {
  type ActionFacts,
  type Hindrance,
  obstacleTo,
  permissionFor,
  type ServerAction,
} from '../rules/actions.ts';
import type { Server } from '../rules/facts.ts';
import { lockServer } from '../store/find.ts';
import { openTasks, resourceOf } from '../store/openTasks.ts';
import { announceServer } from '../store/write.ts';

/** A server held for a change, with what decides whether it allows it. */
export interface HeldServer {
  server: Server;
  facts: ActionFacts;
  datacenter: string;
}

/**
 * Locks the server and refuses what it does not allow now; two calls about one server decide one
 * after the other.
 */
export async function hold(
  ctx: SignedInContext,
  serverId: string,
  action: ServerAction,
): Promise<HeldServer> {
  const server = await lockServer(ctx, serverId, neededFor(permissionFor(action)));
  ctx.note({ targetType: 'server', targetId: server.id });
  const { engine, name: datacenter } = await findDatacenter(ctx, server.datacenterId);
  const task = (await openTasks(ctx, [server.id])).get(server.id) ?? null;
  const held: HeldServer = {
    server,
    facts: factsOf(server, await engineFacts(ctx, engine), task),
    datacenter,
  };
  const obstacle = obstacleTo(action, held.facts);
  if (obstacle) throw refusalOf(held, obstacle);
  return held;
}

/**
 * The same for a change with rules of its own. The server must exist, be free and have a reachable
 * engine, in any power state.
 */
export const holdIdle = (ctx: SignedInContext, serverId: string): Promise<HeldServer> =>
  hold(ctx, serverId, 'password');

/**
 * The matching error of the action's denial reason, with the same message that screens show next to
 * the action.
 */
export function refusalOf(
  { server, facts, datacenter }: HeldServer,
  { code, ...problem }: Hindrance,
): UserError {
  const { name } = server;
  if (code === 'serverBusy') return userError(code, { name, cmdId: facts.cmdId ?? 0 });
  if (code === 'datacenterNotReady')
    return userError(code, {
      datacenter,
      problem: facts.engine.problem ? untranslated(facts.engine.problem) : problem,
    });
  if (code === 'serverNotInBin') return userError(code, { name });
  if (code === 'serverNicLimit') return userError(code, { max: nicsMax });
  return userError(code, { problem });
}

/** Starts a task on the server, in the transaction of the call. */
export async function begin<I>(
  ctx: SignedInContext,
  { server }: HeldServer,
  type: TaskType<I>,
  input: I,
): Promise<{ cmdId: number }> {
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
