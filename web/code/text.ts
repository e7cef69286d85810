import codeTexts from '../texts/code/en.json';
import { loadArea, textsOf } from '../texts/texts.ts';

await loadArea(
  'code',
  codeTexts,
  import.meta.glob(['../texts/code/*.json', '!../texts/code/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof codeTexts>('code');
