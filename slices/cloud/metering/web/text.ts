import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import meteringTexts from './texts/en.json';

await loadArea(
  'metering',
  meteringTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof meteringTexts>('metering');
