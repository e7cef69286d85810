import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import billingTexts from './texts/en.json';

await loadArea(
  'billing',
  billingTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof billingTexts>('billing');
