import {
  ofPortal,
  ofSite,
  type RowRules,
  withSecrets,
} from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  remote_login_try: ofPortal,
  site: withSecrets(ofSite, 'remote_token_hash'),
  site_content: ofSite,
  site_host: ofSite,
  site_look: ofSite,
  site_page: ofSite,
  site_picture: ofSite,
};
