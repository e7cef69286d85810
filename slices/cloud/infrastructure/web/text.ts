import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import hostTexts from './texts/en.json';

await loadArea(
  'hosts',
  hostTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof hostTexts>('hosts');
