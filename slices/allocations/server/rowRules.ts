import {
  billed,
  ofSeller,
  type RowRules,
  withSecrets,
} from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  allocation: billed('user_id'),
  tax_authority_connection: withSecrets(ofSeller, 'client_secret', 'refresh_token', 'access_token'),
};
