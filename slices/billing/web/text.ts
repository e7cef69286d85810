import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { billingTexts } from './texts/en.ts';
import './billing.css';

await loadArea('billing', billingTexts, {
  he: async () => (await import('./texts/he.ts')).billingTexts,
});

export const text = textsOf<typeof billingTexts>('billing');
