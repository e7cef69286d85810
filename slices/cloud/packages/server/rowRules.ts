import {
  ownedAtSite,
  type RowRules,
  siteRows,
  withSecrets,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  server_app: withSecrets(ownedAtSite('owner_id'), 'secrets'),
  app_package: siteRows,
  app_package_site: siteRows,
  app_package_version: siteRows,
};
