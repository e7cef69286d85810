import { requiredRightFor } from '../../../../../contract/access/permissions.ts';
import { type UserError, untranslated, userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { startTask } from '../../../../../server/platform/tasks/startTask.ts';
import type { TaskType } from '../../../../../server/platform/tasks/task.ts';
import { findDatacenter, nicsMax } from '../../../datacenters/server/index.ts';
import { engineFacts } from '../engine/engine.ts';
import { actionFactsOf } from '../read/present.ts';
import {
  type ActionFacts,
  type ActionObstacle,
  obstacleTo,
  permissionFor,
  type ServerAction,
} from '../rules/actions.ts';
import type { Server } from '../rules/facts.ts';
import { lockServer } from '../store/find.ts';
import { openTasks, resourceOf } from '../store/openTasks.ts';
import { announceServer } from '../store/write.ts';

/** A server locked for a change, with the facts that determine whether the change is possible. */
export interface LockedServer {
  server: Server;
  facts: ActionFacts;
  datacenter: string;
}

/**
 * Locks the server and throws if the action isn't possible now. Concurrent calls about the same
 * server run one after the other.
 */
export async function lockForAction(
  ctx: SignedInContext,
  serverId: string,
  action: ServerAction,
): Promise<LockedServer> {
  const server = await lockServer(ctx, serverId, requiredRightFor(permissionFor(action)));
  ctx.note({ targetType: 'server', targetId: server.id });
  const { engine, name: datacenter } = await findDatacenter(ctx, server.datacenterId);
  const task = (await openTasks(ctx, [server.id])).get(server.id) ?? null;
  const locked: LockedServer = {
    server,
    facts: actionFactsOf(server, await engineFacts(ctx, engine), task),
    datacenter,
  };
  const obstacle = obstacleTo(action, locked.facts);
  if (obstacle) throw toUserError(locked, obstacle);
  return locked;
}

/**
 * Locks the server for a change that has its own rules. The server must exist, have no running task
 * and have a reachable engine, in any power state.
 */
export const lockIdle = (ctx: SignedInContext, serverId: string): Promise<LockedServer> =>
  lockForAction(ctx, serverId, 'password');

/**
 * The error that matches the denial reason of the action, with the message that screens show next
 * to the action.
 */
export function toUserError(
  { server, facts, datacenter }: LockedServer,
  { code, ...problem }: ActionObstacle,
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

/** Starts a task on the server within the transaction of the call. */
export async function startServerTask<I>(
  ctx: SignedInContext,
  { server }: LockedServer,
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
