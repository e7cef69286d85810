import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import serviceletTexts from './texts/en.json';

await loadArea(
  'servicelets',
  serviceletTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof serviceletTexts>('servicelets');
