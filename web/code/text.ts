import { codeTexts } from '../texts/en/code.ts';
import { loadArea, textsOf } from '../texts/texts.ts';

await loadArea('code', codeTexts, {
  he: async () => (await import('../texts/he/code.ts')).codeTexts,
});

export const text = textsOf<typeof codeTexts>('code');
