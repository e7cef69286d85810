import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import dunningTexts from './texts/en.json';

await loadArea(
  'dunning',
  dunningTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof dunningTexts>('dunning');
