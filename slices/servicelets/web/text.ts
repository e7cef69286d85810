import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { serviceletTexts } from './texts/en.ts';

await loadArea('servicelets', serviceletTexts, {
  he: async () => (await import('./texts/he.ts')).serviceletTexts,
});

export const text = textsOf<typeof serviceletTexts>('servicelets');
