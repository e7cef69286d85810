import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { accountTexts } from './texts/en.ts';

await loadArea('accounts', accountTexts, {
  he: async () => (await import('./texts/he.ts')).accountTexts,
});

export const text = textsOf<typeof accountTexts>('accounts');
