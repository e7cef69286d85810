import { sql } from 'kysely';
import type * as z from 'zod';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { singleContribution } from '../../../../../server/platform/hooks.ts';
import { disconnectUser } from '../../../../../server/platform/session/session.ts';
import type { disableAnswer } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { ownedServers } from '../ownedServers.ts';
import { announceUser, lockUserForUpdate, type UserRow } from '../store.ts';

export type DisableAnswer = z.output<typeof disableAnswer>;

/**
 * Disables a user: their sessions end immediately, their servers keep running and are billed.
 * With `checkOnly`, only reports the effects. Throws `notFound`, `userAboveYou`,
 * `userActionRefused`, `lockedByParent`.
 */
export async function disableUser(
  ctx: SignedInContext,
  userId: string,
  { checkOnly }: { checkOnly: boolean },
): Promise<DisableAnswer> {
  const user = await lockUserForUpdate(ctx, userId, 'disable');
  const effects = await readActivity(ctx, user);
  const answer = { done: !checkOnly, checkOnly, ...effects, effects: effectsOf(ctx, effects) };
  if (checkOnly) {
    ctx.note({ targetType: 'user', targetId: userId, detail: { checkOnly: true } });
    return answer;
  }
  const now = ctx.clock.now();
  await ctx.db
    .updateTable('user_account')
    .set({ is_enabled: false, disabled_at: now, disabled_by: ctx.actor.userId })
    .where('id', '=', userId)
    .execute();
  await disconnectUser(ctx.db, userId);
  ctx.note({
    targetType: 'user',
    targetId: userId,
    before: { isEnabled: true },
    after: { isEnabled: false },
  });
  await announceUser(ctx, user);
  return answer;
}

/** Enables a disabled user. Throws the same errors as `disableUser`. */
export async function enableUser(ctx: SignedInContext, userId: string): Promise<void> {
  const user = await lockUserForUpdate(ctx, userId, 'enable');
  await ctx.db
    .updateTable('user_account')
    .set({ is_enabled: true, disabled_at: null, disabled_by: null })
    .where('id', '=', userId)
    .execute();
  ctx.note({
    targetType: 'user',
    targetId: userId,
    before: { isEnabled: false },
    after: { isEnabled: true },
  });
  await announceUser(ctx, user);
}

type DisableEffects = Pick<DisableAnswer, 'sessions' | 'servers' | 'serversOn' | 'children'>;

async function readActivity(ctx: SignedInContext, user: UserRow): Promise<DisableEffects> {
  const servers = (await singleContribution(ctx, ownedServers).ofOwners(ctx, [user.id])).filter(
    ({ state }) => state !== 'bin',
  );
  const { rows } = await sql<{ email: string }>`
    select email from user_account where parent_id = ${user.id} and deleted_at is null and is_enabled order by email_key`.execute(
    ctx.db,
  );
  return {
    sessions: await countSessions(ctx, user.id),
    servers: servers.length,
    serversOn: servers.filter(({ power }) => power === 'on').length,
    children: rows.map(({ email }) => email),
  };
}

export async function countSessions(
  ctx: Pick<SignedInContext, 'db' | 'clock'>,
  userId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from session where user_id = ${userId} and ended_at is null and expires_at > ${ctx.clock.now()}`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}

function effectsOf(
  { language }: SignedInContext,
  { sessions, servers, serversOn, children }: DisableEffects,
): string[] {
  const names = children.slice(0, 10).join(', ');
  const below =
    children.length === 0
      ? localize('shut.noSubAccounts')
      : localize('shut.enabledSubAccounts', { number: children.length, names });
  return [
    localize('shut.endedSessions', { sessions }),
    localize('shut.runningServers', { serversOn, servers }),
    below,
  ].map((text) => text[language]);
}
