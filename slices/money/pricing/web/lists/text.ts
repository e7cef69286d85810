import { loadArea, textsOf } from '../../../../../web/texts/texts.ts';
import priceListTexts from './texts/en.json';

await loadArea(
  'pricelists',
  priceListTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof priceListTexts>('pricelists');
