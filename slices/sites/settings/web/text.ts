import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import settingTexts from './texts/en.json';

await loadArea(
  'settings',
  settingTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof settingTexts>('settings');
