import { defineSlice } from '../../../server/platform/slice.ts';
import { serviceletChores } from './chores.ts';
import { serviceletRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { serviceletTasks } from './task.ts';

export const serviceletsSlice = defineSlice({
  name: 'servicelets',
  chores: serviceletChores,
  routes: serviceletRoutes,
  tasks: serviceletTasks,
  logTitles: {
    'servicelet.run': { en: 'Script run', he: 'הרצה בתוך השרת' },
  },
  rowRules,
});
