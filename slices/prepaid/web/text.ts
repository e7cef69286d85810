import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { prepaidTexts } from './texts/en.ts';
import './prepaid.css';

await loadArea('prepaid', prepaidTexts, {
  he: async () => (await import('./texts/he.ts')).prepaidTexts,
});

export const text = textsOf<typeof prepaidTexts>('prepaid');
