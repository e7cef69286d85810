import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import scheduleTexts from './texts/en.json';

await loadArea(
  'schedules',
  scheduleTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);

export const text = textsOf<typeof scheduleTexts>('schedules');
