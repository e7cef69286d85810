import { type UserError, userError } from '../../../../../contract/errors/errors.ts';
import { render } from '../../../../../contract/errors/messages.ts';
import { type LocalizedText, languages } from '../../../../../contract/languages.ts';
import type { SocialIdentity } from '../../../../../drivers/social/port.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { withDb } from '../../../../../server/platform/http/callContext.ts';
import { accountNotifications, notify } from '../../../../../server/platform/notify/index.ts';
import { disconnectUser } from '../../../../../server/platform/session/session.ts';
import { deleteBrowsers, requireSignInMethod } from '../../../credentials/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { lockedAccount } from '../accounts.ts';
import { requireTrustedProvider } from '../linkedRights.ts';
import { addLink, findLinkedAccount, listLinks, recordLinkUse, removeLink } from '../links.ts';
import { listProviders, type Provider } from '../providers.ts';
import { kindOf } from './known.ts';

/** The changes, as described in the notification email. */
const changes = {
  connected: (title: string): LocalizedText => localize('connect.connected', { title }),
  removed: (title: string): LocalizedText => localize('connect.removed', { title }),
};

/**
 * Connects a verified identity to the signed-in account. Throws code 38 if it's connected to
 * another account, 35 if this account is already connected to another identity of the provider, 36
 * if this sign-in method is disabled for the account, and `socialProviderNotTrusted`.
 */
export async function connect(
  ctx: Context,
  provider: Provider,
  identity: SocialIdentity,
): Promise<{ connected: string; title: string }> {
  const actor = ctx.actor;
  if (!actor) throw userError('socialSessionExpired');
  if (actor.session?.operator) throw userError('protectionByOwner');
  await ctx.db.transaction().execute(async (transaction) => {
    const inner: SignedInContext = { ...withDb(ctx, transaction), actor };
    const account = await lockedAccount(inner, actor.userId);
    if (!account.allows_social_login) throw userError('socialUnavailable');
    await requireTrustedProvider(inner, provider, account.id);
    const owner = await findLinkedAccount(inner, provider, identity.subject);
    if (owner && owner.id !== account.id) throw userError('socialIdTaken');
    if (owner) return await recordLinkUse(inner, provider, identity);
    if ((await listLinks(inner, account.id)).some((link) => link.provider === provider.code))
      throw userError('socialUpdateFailed');
    if (!(await addLink(inner, account.id, provider, identity))) throw userError('socialIdTaken');
    await onProtectionChanged(inner, account, 'connected', provider.title);
    ctx.note({
      targetType: 'user',
      targetId: account.id,
      after: { social: provider.code, email: identity.email },
    });
  });
  return { connected: provider.code, title: provider.title };
}

/**
 * Throws code 35 if the connection doesn't exist, 40 for the last one of an account without a
 * password, `lastWayIn` for the last sign-in method.
 */
export async function disconnect(ctx: SignedInContext, social: string): Promise<{ done: true }> {
  if (ctx.actor.session?.operator) throw userError('protectionByOwner');
  const account = await lockedAccount(ctx, ctx.actor.userId);
  const links = await listLinks(ctx, account.id);
  const link = links.find((candidate) => candidate.provider === social);
  if (!link) throw userError('socialUpdateFailed', undefined, 'social');
  const rejection = removalError(account, links.length);
  if (rejection) throw rejection;
  await removeLink(ctx, account.id, social);
  await requireSignInMethod(ctx, account.id);
  await onProtectionChanged(ctx, account, 'removed', link.title ?? social);
  ctx.note({
    targetType: 'user',
    targetId: account.id,
    before: { social, email: link.email },
    after: { social: null },
  });
  return { done: true };
}

const removalError = (account: { has_password: boolean }, links: number): UserError | null =>
  links <= 1 && !account.has_password ? userError('socialNeedsPassword') : null;

/** The signed-in account's connections, with the reason for each that can't be removed. */
export async function ownConnections(ctx: SignedInContext) {
  const [account, links, providers] = await Promise.all([
    ctx.db
      .selectFrom('user_account')
      .select(['has_password', 'allows_social_login'])
      .where('id', '=', ctx.actor.userId)
      .executeTakeFirstOrThrow(),
    listLinks(ctx, ctx.actor.userId),
    listProviders(ctx),
  ]);
  const name = ctx.actor.session?.operator
    ? 'protectionByOwner'
    : removalError(account, links.length)?.reasons[0]?.name;
  return {
    isAllowed: account.allows_social_login,
    items: links.map((link) => ({
      social: link.provider,
      title:
        link.title ?? providers.find(({ code }) => code === link.provider)?.title ?? link.provider,
      kind: kindOf(link.provider),
      email: link.email,
      displayName: link.display_name,
      connectedAt: link.created_at.toISOString(),
      remove: name === undefined ? null : render(name, ctx.language),
    })),
  };
}

/**
 * Handles a change like every other change of security settings: remembered browsers are removed,
 * other sessions end, and the owner is notified (notification 123).
 */
async function onProtectionChanged(
  ctx: SignedInContext,
  account: { id: string; email: string; language: string | null },
  change: keyof typeof changes,
  title: string,
): Promise<void> {
  await deleteBrowsers(ctx, account.id);
  await disconnectUser(ctx.db, account.id, ctx.actor.session?.hash);
  const language = languages.find((candidate) => candidate === account.language) ?? ctx.language;
  const at = `${ctx.clock.now().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const values = { email: account.email, at, ip: ctx.ip, change: changes[change](title)[language] };
  await notify(ctx, {
    userId: account.id,
    notification: accountNotifications.securityPolicyChanged,
    values,
  });
  await announce(ctx.db, {
    topic: 'user',
    id: account.id,
    siteId: ctx.site.id,
    ownerId: account.id,
  });
}
