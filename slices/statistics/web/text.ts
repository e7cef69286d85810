import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { statisticsTexts } from './texts/en.ts';

await loadArea('statistics', statisticsTexts, {
  he: async () => (await import('./texts/he.ts')).statisticsTexts,
});

export const text = textsOf<typeof statisticsTexts>('statistics');
