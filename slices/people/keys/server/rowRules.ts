import {
  accountRows,
  below,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules of each table: the rows that the caller can view and change. */
export const rowRules: RowRules = {
  api_key: accountRows('owner_id'),
  api_key_server: below('api_key', 'key_id'),
};
