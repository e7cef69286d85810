import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { cloudInitTexts } from './texts/en.ts';

await loadArea('cloudinit', cloudInitTexts, {
  he: async () => (await import('./texts/he.ts')).cloudInitTexts,
});

export const text = textsOf<typeof cloudInitTexts>('cloudinit');
