import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import { detailTexts } from './texts/en.ts';

await loadArea('server', detailTexts, {
  he: async () => (await import('./texts/he.ts')).detailTexts,
});

export const text = textsOf<typeof detailTexts>('server');
