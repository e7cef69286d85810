import {
  owned,
  type RowRules,
  withSecrets,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  partner_connection: withSecrets(owned('user_id'), 'password', 'app_secret'),
};
