import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import accountingTexts from './texts/en.json';

await loadArea(
  'accounting',
  accountingTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof accountingTexts>('accounting');
