import {
  type RowRules,
  siteRows,
  withSecrets,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  mail_connection: withSecrets(siteRows, 'secret'),
  mail_template: siteRows,
};
