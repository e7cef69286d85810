import { loadArea, textsOf } from '../../../../../web/texts/texts.ts';
import socialAdminTexts from './texts/en.json';

await loadArea(
  'socialAdmin',
  socialAdminTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof socialAdminTexts>('socialAdmin');
