import { defineSlice } from '../../../server/platform/slice.ts';
import { meteringChores } from './chores.ts';
import { meteringRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const meteringSlice = defineSlice({
  name: 'metering',
  chores: meteringChores,
  routes: meteringRoutes,
  rowRules,
});
