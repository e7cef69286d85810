import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { agreementTexts } from './texts/en.ts';
import './agreements.css';

await loadArea('agreements', agreementTexts, {
  he: async () => (await import('./texts/he.ts')).agreementTexts,
});

export const text = textsOf<typeof agreementTexts>('agreements');
