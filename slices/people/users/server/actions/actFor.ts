import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import { portalDb } from '../../../../../server/platform/access/portalDb.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { sendMail } from '../../../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../../../server/platform/mail/siteAddress.ts';
import { setActing } from '../../../../../server/platform/session/acting.ts';
import { readSite } from '../../../../../server/platform/sites/sites.ts';
import type { userEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { actedForMail } from '../mails.ts';
import { lockUserForUpdate, type UserRow } from '../store.ts';

type ActForRequest = z.output<(typeof userEndpoints)['actFor']['body']>;

const sessionsDb = (ctx: Context) =>
  portalDb(ctx, 'the session stays that of whoever acts for the account');

/**
 * From the next call on, this session acts with the user's view until it expires or `stopActing` is
 * called. The user is notified by email and sees who acted, why and how long in the history. Throws
 * `actForRefused`, `userAboveYou`, `lockedByParent`.
 */
export async function actFor(
  ctx: SignedInContext,
  userId: string,
  request: ActForRequest,
): Promise<{ until: string; mayChange: boolean }> {
  const user = await lockUserForUpdate(ctx, userId, 'actFor');
  const { session } = ctx.actor;
  if (!session) throw userError('notLoggedIn');
  const mayChange = request.mayChange ?? false;
  const until = new Date(ctx.clock.now().getTime() + request.minutes * 60_000);
  await setActing(sessionsDb(ctx), session.hash, { userId, until, mayChange });
  ctx.note({
    targetType: 'user',
    targetId: userId,
    detail: { reason: request.reason, until: until.toISOString(), mayChange },
  });
  await notifyUser(ctx, user, { reason: request.reason, until, mayChange });
  return { until: until.toISOString(), mayChange };
}

/** Ends acting for another user. Does nothing if not active. */
export async function stopActing(ctx: SignedInContext): Promise<void> {
  const { session, userId } = ctx.actor;
  if (!session?.operator) return;
  await setActing(sessionsDb(ctx), session.hash, null);
  ctx.note({ targetType: 'user', targetId: userId });
  // Everything opened with that account's rights, in any process, is closed when acting ends.
  await announce(ctx.db, {
    topic: 'session',
    id: session.hash.toString('hex'),
    data: { acting: false },
  });
}

const actModes = {
  look: localize('how.look'),
  change: localize('how.change'),
};

async function notifyUser(
  ctx: SignedInContext,
  user: UserRow,
  { reason, until, mayChange }: { reason: string; until: Date; mayChange: boolean },
): Promise<void> {
  const site = user.siteId === ctx.site.id ? ctx.site : await readSite(ctx.db, user.siteId);
  const siteContext = { ...ctx, site };
  const language = user.language ?? site.languages[0] ?? 'en';
  await sendMail(
    siteContext,
    actedForMail,
    { email: user.email, userId: user.id, language },
    {
      ...{ email: user.email, by: ctx.actor.email, reason },
      until: `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      how: actModes[mayChange ? 'change' : 'look'][language],
      link: `${siteAddress(siteContext)}/users/${user.siteId}/${user.id}/history`,
    },
  );
}
