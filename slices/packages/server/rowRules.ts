import {
  ofSite,
  ownedAtSite,
  type RowRules,
  withSecrets,
} from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  server_app: withSecrets(ownedAtSite('owner_id'), 'secrets'),
  app_package: ofSite,
  app_package_site: ofSite,
  app_package_version: ofSite,
};
