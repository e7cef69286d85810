import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import statisticsTexts from './texts/en.json';

await loadArea(
  'statistics',
  statisticsTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof statisticsTexts>('statistics');
