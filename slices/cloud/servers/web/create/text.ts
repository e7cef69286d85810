import { loadArea, textsOf } from '../../../../../web/texts/texts.ts';
import serverCreateTexts from './texts/en.json';

await loadArea(
  'serverCreate',
  serverCreateTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof serverCreateTexts>('serverCreate');
