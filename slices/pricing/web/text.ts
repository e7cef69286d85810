import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { pricingTexts } from './texts/en.ts';

await loadArea('pricing', pricingTexts, {
  he: async () => (await import('./texts/he.ts')).pricingTexts,
});

export const text = textsOf<typeof pricingTexts>('pricing');
