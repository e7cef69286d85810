import { below, ownedAtSite, type RowRules } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  user_group: ownedAtSite('owner_id'),
  user_group_member: below('user_group', 'group_id'),
  user_group_right: below('user_group', 'group_id'),
};
