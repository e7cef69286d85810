import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { companyTexts } from './texts/en.ts';
import './companies.css';

await loadArea('companies', companyTexts, {
  he: async () => (await import('./texts/he.ts')).companyTexts,
});

export const text = textsOf<typeof companyTexts>('companies');
