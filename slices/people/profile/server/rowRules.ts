import {
  owned,
  type RowRules,
  withSecrets,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules of each table: the rows that the caller can view and change. */
export const rowRules: RowRules = {
  partner_connection: withSecrets(owned('user_id'), 'password', 'app_secret'),
};
