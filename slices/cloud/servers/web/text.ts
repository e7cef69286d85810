import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import serverTexts from './texts/en.json';

await loadArea(
  'servers',
  serverTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof serverTexts>('servers');
