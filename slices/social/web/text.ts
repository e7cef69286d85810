import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { socialTexts } from './texts/en.ts';

await loadArea('social', socialTexts, {
  he: async () => (await import('./texts/he.ts')).socialTexts,
});

export const text = textsOf<typeof socialTexts>('social');
