import { loadArea, textsOf } from '../../../../../web/texts/texts.ts';
import detailTexts from './texts/en.json';

await loadArea(
  'server',
  detailTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof detailTexts>('server');
