import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { reportTexts } from './texts/en.ts';

await loadArea('reports', reportTexts, {
  he: async () => (await import('./texts/he.ts')).reportTexts,
});

export const text = textsOf<typeof reportTexts>('reports');
