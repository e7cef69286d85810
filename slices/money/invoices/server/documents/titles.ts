import { eachLanguage } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { discountItem, discountTitle } from '../../../discounts/server/index.ts';
import { type ItemText, itemTexts } from '../../../pricing/server/index.ts';
import { chargeItem, chargeTitle, feeItem, feeTitle } from './labels.ts';

export const noUnit = eachLanguage(() => '');
const manualItems: Record<string, ItemText> = {
  [discountItem]: { title: discountTitle, unit: noUnit },
  [feeItem]: { title: feeTitle, unit: noUnit },
  [chargeItem]: { title: chargeTitle, unit: noUnit },
};

/** Item titles by code. Discounts, late fees, and manual charges aren't in any price list. */
export async function titlesOf(
  ctx: Pick<Context, 'db'>,
  codes: readonly string[],
): Promise<Record<string, ItemText>> {
  const itemTitles = await itemTexts(ctx, codes);
  return {
    ...itemTitles,
    ...Object.fromEntries(Object.entries(manualItems).filter(([code]) => codes.includes(code))),
  };
}
