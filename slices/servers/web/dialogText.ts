import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import dialogTexts from './texts/dialogs/en.json';

await loadArea(
  'serverDialogs',
  dialogTexts,
  import.meta.glob(['./texts/dialogs/*.json', '!./texts/dialogs/en.json'], { import: 'default' }),
);

/** What is asked before a server is acted on; apart from the list, which is shown first. */
export const asked = textsOf<typeof dialogTexts>('serverDialogs');
