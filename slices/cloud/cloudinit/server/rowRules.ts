import { type RowRules, siteRows } from '../../../../server/platform/database/rowSecurity/rules.ts';

/**
 * Row security of each table: which rows are visible to the caller and which ones they can change.
 */
export const rowRules: RowRules = {
  cloudinit_policy: siteRows,
};
