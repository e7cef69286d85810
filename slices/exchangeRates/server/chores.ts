import { defineChore } from '../../../server/platform/tasks/chores.ts';
import { askWhenDue } from './source.ts';

/** Once a day; every hour until the day's rates are there. */
export const exchangeRateChores = [
  defineChore({ name: 'exchangeRates.ask', everySeconds: 3600, run: askWhenDue }),
];
