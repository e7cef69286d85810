import { owned, type RowRules } from '../../../../server/platform/database/rowSecurity/rules.ts';

/** The row-level security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  usage_link: owned('user_id', 'created_by'),
};
