import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { topologyTexts } from './texts/en.ts';

await loadArea('topology', topologyTexts, {
  he: async () => (await import('./texts/he.ts')).topologyTexts,
});

export const text = textsOf<typeof topologyTexts>('topology');
