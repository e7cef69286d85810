import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { userTexts } from './texts/en.ts';

await loadArea('users', userTexts, { he: async () => (await import('./texts/he.ts')).userTexts });

export const text = textsOf<typeof userTexts>('users');
