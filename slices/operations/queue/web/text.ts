import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import queueTexts from './texts/en.json';

await loadArea(
  'queue',
  queueTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof queueTexts>('queue');
