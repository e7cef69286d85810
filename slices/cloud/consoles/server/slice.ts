import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
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
    'consoles.forget': localize('consolesSlice.logTitles.consolesForget'),
    'consoles.record': localize('consolesSlice.logTitles.consolesRecord'),
    'consoles.replay': localize('consolesSlice.logTitles.consolesReplay'),
  },
  disconnect: closeConsoles,
  rowRules,
});
