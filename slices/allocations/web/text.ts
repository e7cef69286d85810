import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { allocationTexts } from './texts/en.ts';
import './allocations.css';

await loadArea('allocations', allocationTexts, {
  he: async () => (await import('./texts/he.ts')).allocationTexts,
});

export const text = textsOf<typeof allocationTexts>('allocations');
