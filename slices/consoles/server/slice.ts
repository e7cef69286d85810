import { defineSlice } from '../../../server/platform/slice.ts';
import { closeConsoles } from './bridge/watch.ts';
import { consoleJobs } from './jobs.ts';
import { consoleRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { guacdPort, idleMinutes, recordInput, recording, recordKeepDays } from './settings.ts';

export const consolesSlice = defineSlice({
  name: 'consoles',
  periodicJobs: consoleJobs,
  routes: consoleRoutes,
  settings: [recording, recordInput, recordKeepDays, idleMinutes, guacdPort],
  logTitles: {
    'consoles.forget': { en: 'Expired recording deleted', he: 'הקלטה נמחקה בתום זמנה' },
    'consoles.record': { en: 'Console recorded', he: 'קונסולה הוקלטה' },
    'consoles.replay': { en: 'Recording watched', he: 'נצפתה הקלטה' },
  },
  disconnect: closeConsoles,
  rowRules,
});
