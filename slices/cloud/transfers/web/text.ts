import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import transferTexts from './texts/en.json';

await loadArea(
  'transfers',
  transferTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof transferTexts>('transfers');
