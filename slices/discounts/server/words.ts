import type { Language } from '../../../contract/languages.ts';

/** The item of a line that takes something off, and what it is called on documents. */
export const discountItem = 'discount';
export const discountTitle: Record<Language, string> = { en: 'Discount', he: 'הנחה' };
