import type { RowRules } from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules of each table: the rows that the caller can view and change. */
export const rowRules: RowRules = {
  // For other accounts, a call can only read the email address, by `account_email`, one ID at a
  // time. Only the portal's own work reads secrets.
  user_account: {
    kind: 'condition',
    using: `id = any($accounts) or site_id = any($sites) or parent_id = $caller or id = (select row_scope_payer())
      or (cardinality($companies) > 0 and is_account_billed_by(id, $companies))`,
    check: `id = any($accounts) or site_id = any($sites) or parent_id = $caller
      or (cardinality($companies) > 0 and is_account_billed_by(id, $companies))`,
    secretColumns: ['password_hash', 'totp_secret', 'totp_last_step'],
  },
};
