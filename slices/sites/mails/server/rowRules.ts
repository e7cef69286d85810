import {
  ofSite,
  type RowRules,
  withSecrets,
} from '../../../../server/platform/database/wall/rules.ts';

/** Row-level security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  mail_connection: withSecrets(ofSite, 'secret'),
  mail_template: ofSite,
};
