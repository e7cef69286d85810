import {
  ofSite,
  ownedAtSite,
  type RowRules,
  withSecrets,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  server_app: withSecrets(ownedAtSite('owner_id'), 'secrets'),
  app_package: ofSite,
  app_package_site: ofSite,
  app_package_version: ofSite,
};
