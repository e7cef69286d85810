import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import auditTexts from './texts/en.json';

await loadArea(
  'audit',
  auditTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof auditTexts>('audit');
