import {
  below,
  ownedAtSite,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules of each table: the rows that the caller can view and change. */
export const rowRules: RowRules = {
  user_group: ownedAtSite('owner_id'),
  user_group_member: below('user_group', 'group_id'),
  user_group_right: below('user_group', 'group_id'),
};
