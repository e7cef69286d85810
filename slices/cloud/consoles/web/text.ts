import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import consoleTexts from './texts/en.json';

await loadArea(
  'consoles',
  consoleTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof consoleTexts>('consoles');
