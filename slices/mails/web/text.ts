import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { mailTexts } from './texts/en.ts';

await loadArea('mails', mailTexts, { he: async () => (await import('./texts/he.ts')).mailTexts });

export const text = textsOf<typeof mailTexts>('mails');
