import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { budgetTexts } from './texts/en.ts';

await loadArea('budgets', budgetTexts, {
  he: async () => (await import('./texts/he.ts')).budgetTexts,
});

export const text = textsOf<typeof budgetTexts>('budgets');
