import type { Answer } from '../client.ts';
import { errorText } from '../ui/feedback/errorText.ts';
import { formatMoney } from '../ui/values/money.ts';
import { text } from './text.ts';

export type CostPreview = Answer<'previewServerChange'>;
type Change = CostPreview['changes'][number];

/** Hourly prices need more digits than the currency's minor unit. */
const hourlyDigits = 6;

/** The sign of a decimal string: -1, 0 or 1. */
const signOf = (amount: string): number =>
  /[1-9]/.test(amount) ? (amount.startsWith('-') ? -1 : 1) : 0;
const unsigned = (amount: string): string => amount.replace('-', '');

/** The price effect of a change, as a sentence. */
function formatChange(
  { added, before, after, currency }: Change,
  basis: CostPreview['basis'],
): string {
  const [hour, month] = [signOf(added.hourly), signOf(added.monthly)];
  if (hour === 0 && month === 0) return text('nothing');
  const byHour = (amount: string) => formatMoney(amount, currency, hourlyDigits);
  const byMonth = (amount: string) => formatMoney(amount, currency);
  const values = {
    hourly: byHour(unsigned(added.hourly)),
    monthly: byMonth(unsigned(added.monthly)),
  };
  if (basis !== 'exact') return text(basis, values);
  if (hour >= 0 && month >= 0) return text(hour === 0 ? 'addsByMonth' : 'adds', values);
  if (hour <= 0 && month < 0) return text(hour === 0 ? 'savesByMonth' : 'saves', values);
  return text('changes', {
    ...{ hourBefore: byHour(before.hourly), hourAfter: byHour(after.hourly) },
    ...{ monthBefore: byMonth(before.monthly), monthAfter: byMonth(after.monthly) },
  });
}

/** Whether any price changes. */
export const isFree = ({ changes, whileOn }: CostPreview): boolean =>
  [...changes, ...(whileOn ?? [])].every(({ added }) =>
    [added.hourly, added.monthly, added.once].every((amount) => signOf(amount) === 0),
  );

/**
 * The cost of an action: the added cost, then one-time charges, the effect on a whole month and on
 * the current invoice, and the cost while it runs.
 */
export function describeCost(preview: CostPreview): string[] {
  const texts = costMessages(preview);
  return texts.length > 0 ? texts : [text('nothing')];
}

function costMessages({ changes, whileOn, basis }: CostPreview): string[] {
  const isChanged = ({ added, before, after }: Change) =>
    basis === 'exact' &&
    signOf(added.monthly) !== 0 &&
    signOf(before.monthly) !== 0 &&
    signOf(after.monthly) !== 0;
  return [
    ...changes.filter((change) => !isOnlyOnce(change)).map((change) => formatChange(change, basis)),
    ...changes
      .filter(({ added }) => signOf(added.once) > 0)
      .map(({ added, currency }) => text('once', { price: formatMoney(added.once, currency) })),
    ...changes
      .filter((change) => isChanged(change) && !isMixed(change))
      .map(({ before, after, currency }) =>
        text('month', {
          before: formatMoney(before.monthly, currency),
          after: formatMoney(after.monthly, currency),
        }),
      ),
    ...changes.filter((change) => basis === 'exact' && isOnInvoice(change)).map(invoiceText),
    ...(whileOn ?? []).map((change) => text('whileOn', { change: formatChange(change, basis) })),
  ];
}

/**
 * Whether the change affects the current invoice. A monthly fee is only charged for the rest of the
 * month, and so is a saving.
 */
const isOnInvoice = ({ added, thisMonth }: Change): boolean =>
  thisMonth !== null &&
  [added.hourly, added.monthly, added.once, thisMonth.added].some((amount) => signOf(amount) !== 0);

function invoiceText({ thisMonth, currency }: Change): string {
  const { before = '0', after = '0' } = thisMonth ?? {};
  return text('thisMonth', {
    before: formatMoney(before, currency),
    after: formatMoney(after, currency),
  });
}

const isOnlyOnce = ({ added }: Change): boolean =>
  signOf(added.hourly) === 0 && signOf(added.monthly) === 0 && signOf(added.once) !== 0;

/**
 * Whether some prices increase and others decrease. In this case, the sentence contains the prices
 * themselves.
 */
const isMixed = ({ added }: Change): boolean => signOf(added.hourly) * signOf(added.monthly) < 0;

/** The placeholder while loading, or the reason the price is unknown. */
export const unknownCostText = (error: unknown): string =>
  error ? text('unknown', { reason: errorText(error) }) : text('reckoning');
