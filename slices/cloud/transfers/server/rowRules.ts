import type { RowRules } from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  // The recipient is known by the email address on a site only.
  server_transfer: {
    kind: 'condition',
    using: `from_user_id = any($accounts) or site_id = any($sites)
      or (to_email = (select row_scope_email()) and site_id = (select row_scope_home()))`,
  },
};
