import { below, ofAccount, type RowRules } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  api_key: ofAccount('owner_id'),
  api_key_server: below('api_key', 'key_id'),
};
