import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { datacenterTexts } from './texts/en.ts';

await loadArea('datacenters', datacenterTexts, {
  he: async () => (await import('./texts/he.ts')).datacenterTexts,
});

export const text = textsOf<typeof datacenterTexts>('datacenters');
