import {
  below,
  owned,
  ownedAtSite,
  type RowRules,
} from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  account_batch: ownedAtSite('created_by', 'person_id'),
  account_batch_line: below('account_batch', 'batch_id'),
  account_suspended_server: owned('user_id'),
};
