import type { LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';

/** The item of a line that takes something off, and what it is called on documents. */
export const discountItem = 'discount';
export const discountTitle: LocalizedText = localize('discountTitle');
