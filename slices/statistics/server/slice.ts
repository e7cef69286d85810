import { on } from '../../../server/platform/hooks.ts';
import { defineSlice } from '../../../server/platform/slice.ts';
import { serverChanged } from '../../servers/server/index.ts';
import { statisticsChores } from './chores.ts';
import { keepDays } from './retention.ts';
import { statisticsRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { recordUse } from './use.ts';

export const statisticsSlice = defineSlice({
  name: 'statistics',
  chores: statisticsChores,
  routes: statisticsRoutes,
  hooks: [on(serverChanged, recordUse)],
  settings: Object.values(keepDays),
  rowRules,
});
