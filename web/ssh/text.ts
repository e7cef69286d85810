import { loadArea, textsOf } from '../texts/texts.ts';
import { sshTexts } from './texts/en.ts';

await loadArea('ssh', sshTexts, { he: async () => (await import('./texts/he.ts')).sshTexts });

export const text = textsOf<typeof sshTexts>('ssh');
