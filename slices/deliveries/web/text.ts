import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { deliveryTexts } from './texts/en.ts';

await loadArea('deliveries', deliveryTexts, {
  he: async () => (await import('./texts/he.ts')).deliveryTexts,
});

export const text = textsOf<typeof deliveryTexts>('deliveries');
