import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { serverTexts } from './texts/en.ts';

await loadArea('servers', serverTexts, {
  he: async () => (await import('./texts/he.ts')).serverTexts,
});

export const text = textsOf<typeof serverTexts>('servers');
