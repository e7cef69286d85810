import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import mailTexts from './texts/en.json';

await loadArea(
  'mails',
  mailTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof mailTexts>('mails');
