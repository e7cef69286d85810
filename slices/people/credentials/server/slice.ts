import { defineSlice } from '../../../../server/platform/slice.ts';
import { credentialJobs } from './jobs.ts';
import { passwordPolicy } from './passwords/passwordPolicy.ts';
import { rowRules } from './rowRules.ts';
import { secondFactorRoles } from './secondFactorPolicy.ts';

export const credentialsSlice = defineSlice({
  name: 'credentials',
  periodicJobs: credentialJobs,
  settings: [secondFactorRoles, passwordPolicy],
  rowRules,
});
