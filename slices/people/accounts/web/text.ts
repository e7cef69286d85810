import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import accountTexts from './texts/en.json';

await loadArea(
  'accounts',
  accountTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof accountTexts>('accounts');
