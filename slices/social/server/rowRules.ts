import {
  ofAccount,
  ofSite,
  type RowRules,
  withSecrets,
} from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  social_link: ofAccount('user_id'),
  social_provider: withSecrets(ofSite, 'client_secret'),
};
