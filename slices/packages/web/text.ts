import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { packageTexts } from './texts/en.ts';

await loadArea('packages', packageTexts, {
  he: async () => (await import('./texts/he.ts')).packageTexts,
});

export const text = textsOf<typeof packageTexts>('packages');
