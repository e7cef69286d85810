import type { RowRules } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  // Of others, a call is told the address by `account_email`, one id at a time. Secrets are
  // read by the portal's own work alone.
  user_account: {
    kind: 'condition',
    using: `id = any($accounts) or site_id = any($sites) or parent_id = $caller or id = (select row_scope_payer())
      or (cardinality($companies) > 0 and is_account_billed_by(id, $companies))`,
    check: `id = any($accounts) or site_id = any($sites) or parent_id = $caller
      or (cardinality($companies) > 0 and is_account_billed_by(id, $companies))`,
    secretColumns: ['password_hash', 'totp_secret', 'totp_last_step'],
  },
};
