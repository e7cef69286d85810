import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { meteringTexts } from './texts/en.ts';

await loadArea('metering', meteringTexts, {
  he: async () => (await import('./texts/he.ts')).meteringTexts,
});

export const text = textsOf<typeof meteringTexts>('metering');
