import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { notify } from '../../../../server/platform/notify/index.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { localize } from '../texts/localize.ts';
import type { ThresholdEvent } from './check.ts';
import { actedNotification, liftedNotification, thresholdNotification } from './notifications.ts';
import { authorities, type Budget } from './store.ts';

/**
 * Sends one email, for all thresholds reached in a check, to the budget's owner and the
 * administrator who set it. Parent accounts are notified as for other events of their sub-accounts.
 * `servers` is the number of servers being turned off.
 */
export async function notifyThresholdReached(
  ctx: Context,
  budget: Budget,
  events: readonly ThresholdEvent[],
  servers: number,
): Promise<void> {
  const { spent, forecast, amount, currency } = budget;
  const values = {
    ...(await mailFacts(ctx, budget)),
    reached: thresholdsText(events),
    spent: `${spent} ${currency}`,
    forecast: `${forecast} ${currency}`,
    amount: `${amount} ${currency}`,
    done: describeActions(events, servers),
  };
  const hasActed = events.some(({ blocks, powersOff }) => blocks || powersOff);
  for (const userId of recipientIds(budget))
    await notify(ctx, {
      userId,
      notification: hasActed ? actedNotification : thresholdNotification,
      values,
    });
}

/** Notifies everyone concerned except the user who lifted the block. */
export async function notifyLifted(ctx: SignedInContext, budget: Budget): Promise<void> {
  const values = { ...(await mailFacts(ctx, budget)), by: ctx.actor.email };
  for (const userId of recipientIds(budget).filter((id) => id !== ctx.actor.userId))
    await notify(ctx, { userId, notification: liftedNotification, values });
}

const recipientIds = ({ ownerId, setById, authority }: Budget): string[] =>
  authority === authorities.administrator && setById !== null ? [ownerId, setById] : [ownerId];

async function mailFacts(
  ctx: Context,
  { id, name, siteId }: Budget,
): Promise<{ budget: string; link: string }> {
  const site = siteId === ctx.site.id ? ctx.site : await readSite(ctx.db, siteId);
  return { budget: name, link: `${siteAddress({ ...ctx, site })}/budgets/${id}` };
}

/** Returns text such as `50%, 100% of the forecast`. */
function thresholdsText(events: readonly ThresholdEvent[]): LocalizedText {
  const thresholds = events.map(({ basis, percent }) =>
    basis === 'actual' ? eachLanguage(() => `${percent}%`) : localize('tell.forecast', { percent }),
  );
  return eachLanguage((language) => thresholds.map((text) => text[language]).join(', '));
}

const blocked: LocalizedText = localize('blocked');

const noAmount: LocalizedText = localize('nothing');

function describeActions(events: readonly ThresholdEvent[], servers: number): LocalizedText {
  const isOff = events.some(({ powersOff }) => powersOff);
  const off: LocalizedText = localize('tell.off.serversBeingStoppedLocked', { servers });
  if (!events.some(({ blocks }) => blocks) && !isOff) return noAmount;
  const parts = [
    ...(events.some(({ blocks }) => blocks) ? [blocked] : []),
    ...(isOff ? [off] : []),
  ];
  return eachLanguage((language) => parts.map((part) => part[language]).join(' '));
}
