import type { LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';

/** The item code of discount lines, and its title on documents. */
export const discountItem = 'discount';
export const discountTitle: LocalizedText = localize('discountTitle');
