import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import topologyTexts from './texts/en.json';

await loadArea(
  'topology',
  topologyTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof topologyTexts>('topology');
