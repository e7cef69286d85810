import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import reportTexts from './texts/en.json';

await loadArea(
  'reports',
  reportTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof reportTexts>('reports');
