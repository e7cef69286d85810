import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { ledgerTexts } from './texts/en.ts';
import './ledger.css';

await loadArea('ledger', ledgerTexts, {
  he: async () => (await import('./texts/he.ts')).ledgerTexts,
});

export const text = textsOf<typeof ledgerTexts>('ledger');
