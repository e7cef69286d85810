import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import usageTexts from './texts/en.json';

await loadArea(
  'usage',
  usageTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof usageTexts>('usage');
