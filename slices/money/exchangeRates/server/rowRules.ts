import {
  type RowRules,
  sellerRows,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules: the rows of each table that a caller's scope can read and change. */
export const rowRules: RowRules = {
  exchange_rate: sellerRows,
  exchange_rate_source: sellerRows,
};
