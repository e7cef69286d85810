import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { paymentTexts } from './texts/en.ts';
import './payments.css';

await loadArea('payments', paymentTexts, {
  he: async () => (await import('./texts/he.ts')).paymentTexts,
});

export const text = textsOf<typeof paymentTexts>('payments');
