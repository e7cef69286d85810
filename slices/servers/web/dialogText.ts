import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { dialogTexts } from './dialogTexts/en.ts';

await loadArea('serverDialogs', dialogTexts, {
  he: async () => (await import('./dialogTexts/he.ts')).dialogTexts,
});

/** What is asked before a server is acted on; apart from the list, which is shown first. */
export const asked = textsOf<typeof dialogTexts>('serverDialogs');
