import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { transferTexts } from './texts/en.ts';

await loadArea('transfers', transferTexts, {
  he: async () => (await import('./texts/he.ts')).transferTexts,
});

export const text = textsOf<typeof transferTexts>('transfers');
