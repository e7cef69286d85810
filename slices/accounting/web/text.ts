import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { accountingTexts } from './texts/en.ts';
import './accounting.css';

await loadArea('accounting', accountingTexts, {
  he: async () => (await import('./texts/he.ts')).accountingTexts,
});

export const text = textsOf<typeof accountingTexts>('accounting');
