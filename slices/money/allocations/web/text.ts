import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import allocationTexts from './texts/en.json';

await loadArea(
  'allocations',
  allocationTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof allocationTexts>('allocations');
