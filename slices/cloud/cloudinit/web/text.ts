import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import cloudInitTexts from './texts/en.json';

await loadArea(
  'cloudinit',
  cloudInitTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof cloudInitTexts>('cloudinit');
