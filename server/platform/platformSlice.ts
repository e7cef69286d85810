import { accountNotifications, serverNotifications } from './notify/catalogue.ts';
import { rowRules } from './rowRules.ts';
import { proofFor } from './session/proof.ts';
import { defineSlice } from './slice.ts';
import { smsCaps, smsCountries } from './sms/limits.ts';
import { platformChores } from './tasks/platformChores.ts';

/** What the platform itself declares. */
export const platformSlice = defineSlice({
  name: 'platform',
  chores: platformChores,
  settings: [proofFor, ...Object.values(smsCaps), smsCountries],
  notifications: [...Object.values(accountNotifications), ...Object.values(serverNotifications)],
  rowRules,
});
