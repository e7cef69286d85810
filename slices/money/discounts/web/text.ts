import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import discountTexts from './texts/en.json';

await loadArea(
  'discounts',
  discountTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof discountTexts>('discounts');
