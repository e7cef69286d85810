import { requiredRightFor } from '../../../../../contract/access/permissions.ts';
import { UserError, userError } from '../../../../../contract/errors/errors.ts';
import { code, render } from '../../../../../contract/errors/messages.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { localize } from '../../texts/localize.ts';
import { checkStartCost } from '../costs/costChecks.ts';
import { permissionFor } from '../rules/actions.ts';
import { actionOf, type PowerCommand, verbOf } from '../rules/power.ts';
import { findServer, lockServer, serverNames } from '../store/find.ts';
import { powerTasks } from '../tasks/power.ts';
import { lockForAction, startServerTask } from './lockForAction.ts';
import { terminate } from './trash.ts';

export interface PowerRequest {
  state: PowerCommand;
  force?: boolean | undefined;
}

/**
 * Changes the power state of a server. Throws `serverWrongState`, `serverBusy`,
 * `datacenterNotReady`. Also throws the errors of order checks if turning the server on costs
 * something, unless it is only turned back on (`resumes`) after the portal turned it off.
 */
export async function changePower(
  ctx: SignedInContext,
  serverId: string,
  { state, force }: PowerRequest,
  { resumes = false } = {},
): Promise<{ cmdId: number }> {
  const verb = verbOf(state, (await findServer(ctx, serverId)).power);
  const locked = await lockForAction(ctx, serverId, actionOf[verb]);
  if (verb === 'start' && !resumes) await checkStartCost(ctx, locked.server);
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { power: locked.server.power },
    after: { power: state },
  });
  return await startServerTask(ctx, locked, powerTasks[verb], { serverId, force: force ?? false });
}

export interface BulkResult {
  id: string;
  name: string | null;
  cmdId: number | null;
  error: { code: number; info: string } | null;
}

/**
 * Returns a task or a denial reason for each server. Processes servers in the same order for all
 * callers, to avoid deadlocks between concurrent calls.
 */
async function forEachServer(
  ctx: SignedInContext,
  ids: readonly string[],
  work: (serverId: string) => Promise<{ cmdId: number }>,
): Promise<BulkResult[]> {
  const serverIds = [...new Set(ids)];
  const names = await serverNames(ctx, serverIds);
  const results = new Map<string, BulkResult>();
  for (const id of [...serverIds].sort())
    results.set(id, await one(ctx, id, names.get(id) ?? null, work));
  return serverIds.map((id) => results.get(id) as BulkResult);
}

async function one(
  ctx: SignedInContext,
  id: string,
  name: string | null,
  work: (serverId: string) => Promise<{ cmdId: number }>,
): Promise<BulkResult> {
  try {
    const { cmdId } = await work(id);
    return { id, name, cmdId, error: null };
  } catch (error) {
    const reason = error instanceof UserError ? error.reasons[0] : undefined;
    if (!reason) throw error;
    ctx.note({
      ...(reason.name === 'notFound' ? {} : { targetType: 'server', targetId: id }),
      ...{
        outcome: 'refused' as const,
        detail: error instanceof UserError ? error.reasons.map(({ name }) => name) : undefined,
      },
    });
    // Don't disclose names of other users' servers.
    const displayedName = reason.name === 'notFound' ? null : name;
    return {
      id,
      name: displayedName,
      cmdId: null,
      error: { code: code[reason.name], info: render(reason.name, ctx.language, reason.values) },
    };
  }
}

export async function changePowerOfMany(
  ctx: SignedInContext,
  ids: readonly string[],
  request: PowerRequest,
): Promise<{ results: BulkResult[] }> {
  if (request.state === 'on') await lockToStart(ctx, ids);
  return {
    results: await forEachServer(ctx, ids, (serverId) => changePower(ctx, serverId, request)),
  };
}

/**
 * Locks all servers to be turned on in one transaction before ordering any of them. Lock order: an
 * order for a server locks the server first, then its owner's remaining limits. Servers that can't
 * be locked are skipped, because the action itself reports their error.
 */
export async function lockToStart(ctx: SignedInContext, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort())
    await lockServer(ctx, id, requiredRightFor(permissionFor('start'))).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
    });
}

export async function terminateMany(
  ctx: SignedInContext,
  ids: readonly string[],
): Promise<{ results: BulkResult[] }> {
  if (ids.length === 0)
    throw userError(
      'inputInvalid',
      { problem: localize('power.problem.chooseLeastOneServer') },
      'ids',
    );
  return { results: await forEachServer(ctx, ids, (serverId) => terminate(ctx, serverId)) };
}
