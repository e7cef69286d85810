import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import { serverCreateTexts } from './texts/en.ts';

await loadArea('serverCreate', serverCreateTexts, {
  he: async () => (await import('./texts/he.ts')).serverCreateTexts,
});

export const text = textsOf<typeof serverCreateTexts>('serverCreate');
