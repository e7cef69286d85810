import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { exchangeRateTexts } from './texts/en.ts';

await loadArea('exchangeRates', exchangeRateTexts, {
  he: async () => (await import('./texts/he.ts')).exchangeRateTexts,
});

export const text = textsOf<typeof exchangeRateTexts>('exchangeRates');
