import { costTexts } from '../texts/en/cost.ts';
import { loadArea, textsOf } from '../texts/texts.ts';

await loadArea('cost', costTexts, {
  he: async () => (await import('../texts/he/cost.ts')).costTexts,
});

export const text = textsOf<typeof costTexts>('cost');
