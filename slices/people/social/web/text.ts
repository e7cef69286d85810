import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import socialTexts from './texts/en.json';

await loadArea(
  'social',
  socialTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof socialTexts>('social');
