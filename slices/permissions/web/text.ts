import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { explainerTexts } from './texts/en.ts';

await loadArea('explainer', explainerTexts, {
  he: async () => (await import('./texts/he.ts')).explainerTexts,
});

export const text = textsOf<typeof explainerTexts>('explainer');
