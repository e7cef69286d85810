import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import exchangeRateTexts from './texts/en.json';

await loadArea(
  'exchangeRates',
  exchangeRateTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof exchangeRateTexts>('exchangeRates');
