import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import profileTexts from './texts/en.json';

await loadArea(
  'profile',
  profileTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof profileTexts>('profile');
