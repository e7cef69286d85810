import {
  below,
  ofAccount,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  api_key: ofAccount('owner_id'),
  api_key_server: below('api_key', 'key_id'),
};
