import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import siteTexts from './texts/en.json';

await loadArea(
  'sites',
  siteTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof siteTexts>('sites');
