import {
  ofSite,
  type RowRules,
  withSecrets,
} from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  mail_connection: withSecrets(ofSite, 'secret'),
  mail_template: ofSite,
};
