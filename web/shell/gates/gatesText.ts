import gates from '../../texts/gates/en.json';
import { loadArea, textsOf } from '../../texts/texts.ts';

await loadArea(
  'gates',
  gates,
  import.meta.glob(['../../texts/gates/*.json', '!../texts/gates/en.json'], { import: 'default' }),
);

/**
 * Texts of what can come before the console: authentication, an unverified email address, acting on
 * behalf of another account.
 */
export const text = textsOf<typeof gates>('gates');
