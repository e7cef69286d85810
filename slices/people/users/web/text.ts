import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import userTexts from './texts/en.json';

await loadArea(
  'users',
  userTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof userTexts>('users');
