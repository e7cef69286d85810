import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import companyTexts from './texts/en.json';

await loadArea(
  'companies',
  companyTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof companyTexts>('companies');
