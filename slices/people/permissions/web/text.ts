import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import explainerTexts from './texts/en.json';

await loadArea(
  'explainer',
  explainerTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof explainerTexts>('explainer');
