import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { discountTexts } from './texts/en.ts';

await loadArea('discounts', discountTexts, {
  he: async () => (await import('./texts/he.ts')).discountTexts,
});

export const text = textsOf<typeof discountTexts>('discounts');
