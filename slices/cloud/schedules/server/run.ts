import { UserError, userError } from '../../../../contract/errors/errors.ts';
import { findUser } from '../../../../server/platform/access/actors.ts';
import {
  ownerRestrictions,
  restrictionOf,
} from '../../../../server/platform/access/restriction.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { restrictionError } from '../../../people/accounts/server/index.ts';
import {
  changePower,
  isPowerAlready,
  lockToStart,
  ownServersWithTag,
  readServer,
  takeSnapshot,
} from '../../servers/server/index.ts';
import type { Schedule } from './store.ts';
import type { RunResult } from './tables.ts';

/**
 * Runs the schedule's action on each of its servers on behalf of its creator, and returns a task or
 * a reason for each. Except for turning servers off, scheduled runs skip servers whose paying
 * account is suspended or locked for billing, whoever created the schedule. Administrators can run
 * these manually.
 */
export async function runScheduled(
  ctx: Context,
  schedule: Schedule,
  isManual = false,
): Promise<RunResult[]> {
  const servers = await serversOf(ctx, schedule);
  const acting = await scheduleActor(ctx, schedule);
  const isHandled =
    isManual && !(acting instanceof UserError) && ['root', 'siteAdmin'].includes(acting.actor.role);
  const owners =
    isHandled || schedule.action === 'off' ? [] : servers.map(({ ownerId }) => ownerId);
  const restrictions = await ownerRestrictions(ctx.db, [...new Set(owners)]);
  if (schedule.action === 'on' && !(acting instanceof UserError))
    await lockToStart(
      acting,
      servers.map(({ id }) => id),
    );
  const results: RunResult[] = [];
  for (const server of servers) {
    const restriction = restrictions.get(server.ownerId);
    const rejection =
      acting instanceof UserError
        ? acting
        : restriction && userError(restriction, { name: server.name });
    results.push(
      rejection
        ? rejectedResult(server, rejection)
        : await runOnServer(acting as SignedInContext, schedule, server),
    );
  }
  return results;
}

/**
 * Returns a context for acting on behalf of the schedule's creator, or why they can't act now.
 * Restrictions by the owners' account states are checked separately.
 */
async function scheduleActor(
  ctx: Context,
  { createdBy, action }: Schedule,
): Promise<SignedInContext | UserError> {
  const user = await findUser(ctx.db, createdBy);
  if (!user || user.obstacle) return userError('notLoggedIn');
  const restriction =
    action === 'off'
      ? null
      : restrictionOf(
          { role: user.actor.role, ...user },
          { access: 'servers.operate', changes: true },
        );
  return restriction
    ? restrictionError(restriction)
    : { ...ctx, actor: { ...user.actor, isForPortal: true } };
}

type Target = { id: string; name: string; ownerId: string; power: 'on' | 'off' | 'suspended' };

/**
 * Returns the schedule's servers, sorted so that concurrent schedules can't deadlock. Servers in
 * the Trash are skipped.
 */
async function serversOf(ctx: Context, { serverId, tag, ownerId }: Schedule): Promise<Target[]> {
  if (serverId === null) return tag === null ? [] : await ownServersWithTag(ctx, ownerId, tag);
  const server = await readServer(ctx, serverId);
  return server?.state === 'live' ? [server] : [];
}

async function runOnServer(
  ctx: SignedInContext,
  schedule: Schedule,
  server: Target,
): Promise<RunResult> {
  const { id: serverId, name } = server;
  try {
    if (schedule.action === 'snapshot') {
      const series = { id: schedule.id, keep: schedule.keep ?? 1 };
      return {
        serverId,
        name,
        cmdId: (await takeSnapshot(ctx, serverId, { series })).cmdId,
        refusal: null,
      };
    }
    if (isPowerAlready(schedule.action, server.power))
      return { serverId, name, cmdId: null, refusal: null };
    return {
      serverId,
      name,
      cmdId: (await changePower(ctx, serverId, { state: schedule.action })).cmdId,
      refusal: null,
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return rejectedResult(server, error);
  }
}

function rejectedResult(
  { id, name }: Pick<Target, 'id' | 'name'>,
  { reasons: [reason] }: UserError,
): RunResult {
  return {
    serverId: id,
    name,
    cmdId: null,
    refusal: { name: reason?.name ?? 'notAllowed', values: { ...reason?.values } },
  };
}
