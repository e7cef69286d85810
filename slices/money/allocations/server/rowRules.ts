import {
  billed,
  ofSeller,
  type RowRules,
  withSecrets,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  allocation: billed('user_id'),
  tax_authority_connection: withSecrets(ofSeller, 'client_secret', 'refresh_token', 'access_token'),
};
