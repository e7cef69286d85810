import {
  portalRows,
  type RowRules,
  siteRows,
  withSecrets,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  remote_login_try: portalRows,
  site: withSecrets(siteRows, 'remote_token_hash'),
  site_content: siteRows,
  site_host: siteRows,
  site_look: siteRows,
  site_page: siteRows,
  site_picture: siteRows,
};
