import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import datacenterTexts from './texts/en.json';

await loadArea(
  'datacenters',
  datacenterTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof datacenterTexts>('datacenters');
