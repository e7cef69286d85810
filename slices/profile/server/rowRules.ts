import { owned, type RowRules, withSecrets } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  partner_connection: withSecrets(owned('user_id'), 'password', 'app_secret'),
};
