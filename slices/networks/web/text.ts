import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { networkTexts } from './texts/en.ts';

await loadArea('networks', networkTexts, {
  he: async () => (await import('./texts/he.ts')).networkTexts,
});

export const text = textsOf<typeof networkTexts>('networks');
