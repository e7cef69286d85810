import {
  ofAccount,
  ofSite,
  type RowRules,
  withSecrets,
} from '../../../../server/platform/database/wall/rules.ts';

/** Row-level security rules of each table: the rows that the caller can view and change. */
export const rowRules: RowRules = {
  social_link: ofAccount('user_id'),
  social_provider: withSecrets(ofSite, 'client_secret'),
};
