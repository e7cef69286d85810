import { defineSlice } from '../../../server/platform/slice.ts';
import { credentialChores } from './chores.ts';
import { demandsSecondFactor } from './demands.ts';
import { passwordPolicy } from './passwordPolicy.ts';
import { rowRules } from './rowRules.ts';

export const credentialsSlice = defineSlice({
  name: 'credentials',
  chores: credentialChores,
  settings: [demandsSecondFactor, passwordPolicy],
  rowRules,
});
