import { loadArea, textsOf } from '../texts/texts.ts';
import { targetTexts } from './texts/en.ts';

await loadArea('target', targetTexts, {
  he: async () => (await import('./texts/he.ts')).targetTexts,
});

export const text = textsOf<typeof targetTexts>('target');
