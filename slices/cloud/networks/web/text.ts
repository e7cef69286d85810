import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import networkTexts from './texts/en.json';

await loadArea(
  'networks',
  networkTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof networkTexts>('networks');
