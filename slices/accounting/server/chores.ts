import { defineChore } from '../../../server/platform/tasks/chores.ts';
import { handOverDue } from './deliver.ts';

export const accountingChores = [
  defineChore({ name: 'accounting.handOver', everySeconds: 10, run: handOverDue }),
];
