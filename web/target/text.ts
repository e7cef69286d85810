import { loadArea, textsOf } from '../texts/texts.ts';
import targetTexts from './texts/en.json';

await loadArea(
  'target',
  targetTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof targetTexts>('target');
