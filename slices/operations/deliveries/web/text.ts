import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import deliveryTexts from './texts/en.json';

await loadArea(
  'deliveries',
  deliveryTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof deliveryTexts>('deliveries');
