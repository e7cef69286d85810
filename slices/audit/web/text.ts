import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { auditTexts } from './texts/en.ts';

await loadArea('audit', auditTexts, { he: async () => (await import('./texts/he.ts')).auditTexts });

export const text = textsOf<typeof auditTexts>('audit');
