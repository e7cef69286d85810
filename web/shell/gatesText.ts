import { gates } from '../texts/en/gates.ts';
import { loadArea, textsOf } from '../texts/texts.ts';

await loadArea('gates', gates, { he: async () => (await import('../texts/he/gates.ts')).gates });

/**
 * Texts of what stands between a person and the console: a proof, an unproved address, another
 * one's account.
 */
export const text = textsOf<typeof gates>('gates');
