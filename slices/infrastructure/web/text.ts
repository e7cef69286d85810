import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { hostTexts } from './texts/en.ts';

await loadArea('hosts', hostTexts, { he: async () => (await import('./texts/he.ts')).hostTexts });

export const text = textsOf<typeof hostTexts>('hosts');
