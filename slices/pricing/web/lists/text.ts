import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import { priceListTexts } from './texts/en.ts';
import './lists.css';

await loadArea('pricelists', priceListTexts, {
  he: async () => (await import('./texts/he.ts')).priceListTexts,
});

export const text = textsOf<typeof priceListTexts>('pricelists');
