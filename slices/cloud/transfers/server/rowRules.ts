import type { RowRules } from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  // The recipient is identified only by an email address on a site.
  server_transfer: {
    kind: 'condition',
    using: `from_user_id = any($accounts) or site_id = any($sites)
      or (to_email = (select row_scope_email()) and site_id = (select row_scope_home()))`,
  },
};
