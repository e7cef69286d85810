import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { queueTexts } from './texts/en.ts';

await loadArea('queue', queueTexts, { he: async () => (await import('./texts/he.ts')).queueTexts });

export const text = textsOf<typeof queueTexts>('queue');
