import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import docsTexts from './texts/en.json';

await loadArea(
  'docs',
  docsTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof docsTexts>('docs');
