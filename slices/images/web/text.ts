import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { imageTexts } from './texts/en.ts';

await loadArea('images', imageTexts, {
  he: async () => (await import('./texts/he.ts')).imageTexts,
});

export const text = textsOf<typeof imageTexts>('images');
