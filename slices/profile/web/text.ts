import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { profileTexts } from './texts/en.ts';

await loadArea('profile', profileTexts, {
  he: async () => (await import('./texts/he.ts')).profileTexts,
});

export const text = textsOf<typeof profileTexts>('profile');
