import {
  ofPortal,
  ofSite,
  type RowRules,
  withSecrets,
} from '../../../../server/platform/database/wall/rules.ts';

/** Row-level security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  remote_login_try: ofPortal,
  site: withSecrets(ofSite, 'remote_token_hash'),
  site_content: ofSite,
  site_host: ofSite,
  site_look: ofSite,
  site_page: ofSite,
  site_picture: ofSite,
};
