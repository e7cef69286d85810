import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import invoiceTexts from './texts/en.json';

await loadArea(
  'invoices',
  invoiceTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof invoiceTexts>('invoices');
