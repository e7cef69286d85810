import type { Context } from '../../../server/platform/context.ts';
import { discountItem, discountTitle } from '../../discounts/server/index.ts';
import { type ItemText, itemTexts } from '../../pricing/server/index.ts';

/** What the items of lines are called, by their codes; discounts are in no price list. */
export async function titlesOf(ctx: Pick<Context, 'db'>, codes: readonly string[]): Promise<Record<string, ItemText>> {
  const sold = await itemTexts(ctx, codes);
  return codes.includes(discountItem) ? { ...sold, [discountItem]: { title: discountTitle, unit: { en: '', he: '' } } } : sold;
}
