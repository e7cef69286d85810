import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import deliveryLocalizedText from './texts/en.json';

await loadArea(
  'deliveries',
  deliveryLocalizedText,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof deliveryLocalizedText>('deliveries');
