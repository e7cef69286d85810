import { accountNotifications, serverNotifications } from './notify/catalog.ts';
import { rowRules } from './rowRules.ts';
import { operationsRequiringAuthentication } from './session/recentAuthentication.ts';
import { defineSlice } from './slice.ts';
import { smsCaps, smsCountries } from './sms/limits.ts';
import { platformJobs } from './tasks/platformJobs.ts';

/** The platform's own declarations. */
export const platformSlice = defineSlice({
  name: 'platform',
  periodicJobs: platformJobs,
  settings: [operationsRequiringAuthentication, ...Object.values(smsCaps), smsCountries],
  notifications: [...Object.values(accountNotifications), ...Object.values(serverNotifications)],
  rowRules,
});
