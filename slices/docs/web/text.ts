import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { docsTexts } from './texts/en.ts';

await loadArea('docs', docsTexts, { he: async () => (await import('./texts/he.ts')).docsTexts });

export const text = textsOf<typeof docsTexts>('docs');
