import {
  accountRows,
  type RowRules,
  siteRows,
  withSecrets,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules of each table: the rows that the caller can view and change. */
export const rowRules: RowRules = {
  social_link: accountRows('user_id'),
  social_provider: withSecrets(siteRows, 'client_secret'),
};
