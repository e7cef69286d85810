import {
  billed,
  type RowRules,
  sellerRows,
  withSecrets,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules: the rows of each table that a caller's scope can read and change. */
export const rowRules: RowRules = {
  allocation: billed('user_id'),
  tax_authority_connection: withSecrets(
    sellerRows,
    'client_secret',
    'refresh_token',
    'access_token',
  ),
};
