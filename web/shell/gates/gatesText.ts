import gates from '../../texts/gates/en.json';
import { loadArea, textsOf } from '../../texts/texts.ts';

await loadArea(
  'gates',
  gates,
  import.meta.glob(['../../texts/gates/*.json', '!../texts/gates/en.json'], { import: 'default' }),
);

/**
 * Texts of the steps that can precede the console: authentication, an unverified email address,
 * acting on behalf of another account.
 */
export const text = textsOf<typeof gates>('gates');
