import { owned, type RowRules } from '../../../../server/platform/database/rowSecurity/rules.ts';

/** The row-level security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  prepaid_hold: owned('payer_id'),
  prepaid_notice: owned('user_id'),
};
