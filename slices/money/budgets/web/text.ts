import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import budgetTexts from './texts/en.json';

await loadArea(
  'budgets',
  budgetTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof budgetTexts>('budgets');
