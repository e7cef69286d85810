import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { groupTexts } from './texts/en.ts';

await loadArea('groups', groupTexts, {
  he: async () => (await import('./texts/he.ts')).groupTexts,
});

export const text = textsOf<typeof groupTexts>('groups');
