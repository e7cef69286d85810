import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import dialogTexts from './texts/dialogs/en.json';

await loadArea(
  'serverDialogs',
  dialogTexts,
  import.meta.glob(['./texts/dialogs/*.json', '!./texts/dialogs/en.json'], { import: 'default' }),
);

/** The texts of confirmations, loaded separately from the list, which is shown first. */
export const dialogText = textsOf<typeof dialogTexts>('serverDialogs');
