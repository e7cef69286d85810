import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { alertTexts } from './texts/en.ts';

await loadArea('alerts', alertTexts, {
  he: async () => (await import('./texts/he.ts')).alertTexts,
});

export const text = textsOf<typeof alertTexts>('alerts');
