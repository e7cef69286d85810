import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { usageTexts } from './texts/en.ts';
import './usage.css';

await loadArea('usage', usageTexts, { he: async () => (await import('./texts/he.ts')).usageTexts });

export const text = textsOf<typeof usageTexts>('usage');
