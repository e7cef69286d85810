import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { notify } from '../../../../server/platform/notify/index.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { localize } from '../texts/localize.ts';
import type { Fired } from './check.ts';
import { actedNotification, liftedNotification, reachedNotification } from './notifications.ts';
import { authorities, type Budget } from './store.ts';

/**
 * Sends one email, for all thresholds reached in a check, to the budget's owner and the
 * administrator who set it. Parent accounts are notified as for other events of their sub-accounts.
 * `servers` is the number of servers being turned off.
 */
export async function notifyThresholdReached(
  ctx: Context,
  budget: Budget,
  fired: readonly Fired[],
  servers: number,
): Promise<void> {
  const { spent, forecast, amount, currency } = budget;
  const values = {
    ...(await mailFacts(ctx, budget)),
    reached: reachedText(fired),
    spent: `${spent} ${currency}`,
    forecast: `${forecast} ${currency}`,
    amount: `${amount} ${currency}`,
    done: describeActions(fired, servers),
  };
  const hasActed = fired.some(({ blocks, powersOff }) => blocks || powersOff);
  for (const userId of readers(budget))
    await notify(ctx, {
      userId,
      notification: hasActed ? actedNotification : reachedNotification,
      values,
    });
}

/** Notifies everyone concerned except the user who lifted the block. */
export async function notifyLifted(ctx: SignedInContext, budget: Budget): Promise<void> {
  const values = { ...(await mailFacts(ctx, budget)), by: ctx.actor.email };
  for (const userId of readers(budget).filter((id) => id !== ctx.actor.userId))
    await notify(ctx, { userId, notification: liftedNotification, values });
}

const readers = ({ ownerId, setById, authority }: Budget): string[] =>
  authority === authorities.administrator && setById !== null ? [ownerId, setById] : [ownerId];

async function mailFacts(
  ctx: Context,
  { id, name, siteId }: Budget,
): Promise<{ budget: string; link: string }> {
  const site = siteId === ctx.site.id ? ctx.site : await readSite(ctx.db, siteId);
  return { budget: name, link: `${siteAddress({ ...ctx, site })}/budgets/${id}` };
}

/** Returns text such as `50%, 100% of the forecast`. */
function reachedText(fired: readonly Fired[]): LocalizedText {
  const reached = fired.map(({ basis, percent }) =>
    basis === 'actual' ? eachLanguage(() => `${percent}%`) : localize('tell.forecast', { percent }),
  );
  return eachLanguage((language) => reached.map((text) => text[language]).join(', '));
}

const blocked: LocalizedText = localize('blocked');

const noAmount: LocalizedText = localize('nothing');

function describeActions(fired: readonly Fired[], servers: number): LocalizedText {
  const isOff = fired.some(({ powersOff }) => powersOff);
  const off: LocalizedText = localize('tell.off.serversBeingStoppedLocked', { servers });
  if (!fired.some(({ blocks }) => blocks) && !isOff) return noAmount;
  const parts = [...(fired.some(({ blocks }) => blocks) ? [blocked] : []), ...(isOff ? [off] : [])];
  return eachLanguage((language) => parts.map((part) => part[language]).join(' '));
}
