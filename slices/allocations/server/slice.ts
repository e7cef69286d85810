import { defineSlice } from '../../../server/platform/slice.ts';
import { allocationChores } from './chores.ts';
import { signIn, signInExpired, waiting } from './mails.ts';
import { allocationRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const allocationsSlice = defineSlice({
  name: 'allocations',
  chores: allocationChores,
  routes: allocationRoutes,
  notifications: [signIn, waiting],
  mails: [signInExpired.mail],
  rowRules,
});
