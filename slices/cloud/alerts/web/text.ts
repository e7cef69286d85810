import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import alertTexts from './texts/en.json';

await loadArea(
  'alerts',
  alertTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof alertTexts>('alerts');
