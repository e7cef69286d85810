import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { dunningTexts } from './texts/en.ts';

await loadArea('dunning', dunningTexts, {
  he: async () => (await import('./texts/he.ts')).dunningTexts,
});

export const text = textsOf<typeof dunningTexts>('dunning');
