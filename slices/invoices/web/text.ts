import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { invoiceTexts } from './texts/en.ts';
import './invoices.css';

await loadArea('invoices', invoiceTexts, {
  he: async () => (await import('./texts/he.ts')).invoiceTexts,
});

export const text = textsOf<typeof invoiceTexts>('invoices');
