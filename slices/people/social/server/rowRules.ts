import {
  ofAccount,
  ofSite,
  type RowRules,
  withSecrets,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  social_link: ofAccount('user_id'),
  social_provider: withSecrets(ofSite, 'client_secret'),
};
