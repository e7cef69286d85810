import costTexts from '../texts/cost/en.json';
import { loadArea, textsOf } from '../texts/texts.ts';

await loadArea(
  'cost',
  costTexts,
  import.meta.glob(['../texts/cost/*.json', '!../texts/cost/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof costTexts>('cost');
