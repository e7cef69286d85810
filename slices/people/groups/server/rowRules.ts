import {
  below,
  ownedAtSite,
  type RowRules,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  user_group: ownedAtSite('owner_id'),
  user_group_member: below('user_group', 'group_id'),
  user_group_right: below('user_group', 'group_id'),
};
