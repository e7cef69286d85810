import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import packageTexts from './texts/en.json';

await loadArea(
  'packages',
  packageTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof packageTexts>('packages');
