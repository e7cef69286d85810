import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import groupTexts from './texts/en.json';

await loadArea(
  'groups',
  groupTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof groupTexts>('groups');
