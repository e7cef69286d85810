import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import pricingTexts from './texts/en.json';

await loadArea(
  'pricing',
  pricingTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof pricingTexts>('pricing');
