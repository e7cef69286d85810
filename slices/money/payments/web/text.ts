import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import paymentTexts from './texts/en.json';

await loadArea(
  'payments',
  paymentTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof paymentTexts>('payments');
