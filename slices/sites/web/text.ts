import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { siteTexts } from './texts/en.ts';
import './sites.css';

await loadArea('sites', siteTexts, { he: async () => (await import('./texts/he.ts')).siteTexts });

export const text = textsOf<typeof siteTexts>('sites');
