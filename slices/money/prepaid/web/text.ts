import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import prepaidTexts from './texts/en.json';

await loadArea(
  'prepaid',
  prepaidTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof prepaidTexts>('prepaid');
