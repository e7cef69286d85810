import type * as z from 'zod';
import type { Role } from '../../../../../contract/access/roles.ts';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { disconnectUser } from '../../../../../server/platform/session/session.ts';
import type { userEndpoints } from '../../contract.ts';
import { roleProblem } from '../rules/userScope.ts';
import { announceUser, lockUserForUpdate } from '../store.ts';
import { mailInvitation } from './invitation.ts';

type Profile = z.output<(typeof userEndpoints)['updateUser']['body']>;

/** Changes the name or language. Throws `userAboveYou`, `lockedByParent`. */
export async function updateUser(
  ctx: SignedInContext,
  userId: string,
  { firstName, lastName, language }: Profile,
): Promise<void> {
  const user = await lockUserForUpdate(ctx, userId, 'edit');
  await ctx.db
    .updateTable('user_account')
    .set({ first_name: firstName, last_name: lastName, language })
    .where('id', '=', userId)
    .execute();
  const before = { firstName: user.firstName, lastName: user.lastName, language: user.language };
  ctx.note({
    targetType: 'user',
    targetId: userId,
    before,
    after: { firstName, lastName, language },
  });
  await announceUser(ctx, user);
}

/** A locked sub-account can view everything but can't make changes. Throws `userActionRefused`. */
export async function lockUser(
  ctx: SignedInContext,
  userId: string,
  isLocked: boolean,
): Promise<void> {
  const user = await lockUserForUpdate(ctx, userId, isLocked ? 'lock' : 'unlock');
  await ctx.db
    .updateTable('user_account')
    .set({ is_parent_locked: isLocked })
    .where('id', '=', userId)
    .execute();
  ctx.note({
    targetType: 'user',
    targetId: userId,
    before: { isLocked: !isLocked },
    after: { isLocked },
  });
  await announceUser(ctx, user);
}

/**
 * Ends the user's sessions, so that nothing opened under the old role continues. Throws
 * `roleRefused`.
 */
export async function changeRole(ctx: SignedInContext, userId: string, role: Role): Promise<void> {
  const user = await lockUserForUpdate(ctx, userId, 'changeRole');
  const problem = roleProblem(ctx.actor, role, user);
  if (problem) throw userError('roleRefused', { role, problem }, 'role');
  if (role === user.role) return;
  await ctx.db.updateTable('user_account').set({ role }).where('id', '=', userId).execute();
  await disconnectUser(ctx.db, userId);
  ctx.note({ targetType: 'user', targetId: userId, before: { role: user.role }, after: { role } });
  await announceUser(ctx, user);
}

/**
 * Sends the invitation again. Throws `userActionRefused` if the account has already been set up.
 */
export async function inviteAgain(ctx: SignedInContext, userId: string): Promise<void> {
  const user = await lockUserForUpdate(ctx, userId, 'invite');
  await mailInvitation(ctx, user);
  ctx.note({ targetType: 'user', targetId: userId });
}
