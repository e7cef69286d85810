import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import imageTexts from './texts/en.json';

await loadArea(
  'images',
  imageTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof imageTexts>('images');
