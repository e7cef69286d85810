import { defineSlice } from '../../../../server/platform/slice.ts';
import { secondFactorRoles } from './demands.ts';
import { credentialJobs } from './jobs.ts';
import { passwordPolicy } from './passwords/passwordPolicy.ts';
import { rowRules } from './rowRules.ts';

export const credentialsSlice = defineSlice({
  name: 'credentials',
  periodicJobs: credentialJobs,
  settings: [secondFactorRoles, passwordPolicy],
  rowRules,
});
