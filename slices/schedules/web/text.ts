import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { scheduleTexts } from './texts/en.ts';
import './schedules.css';

await loadArea('schedules', scheduleTexts, {
  he: async () => (await import('./texts/he.ts')).scheduleTexts,
});

export const text = textsOf<typeof scheduleTexts>('schedules');
