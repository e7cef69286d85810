import gates from '../texts/gates/en.json';
import { loadArea, textsOf } from '../texts/texts.ts';

await loadArea(
  'gates',
  gates,
  import.meta.glob(['../texts/gates/*.json', '!../texts/gates/en.json'], { import: 'default' }),
);

/**
 * Texts of what stands between a person and the console: a proof, an unproved address, another
 * one's account.
 */
export const text = textsOf<typeof gates>('gates');
