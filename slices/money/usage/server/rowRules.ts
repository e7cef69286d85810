import { owned, type RowRules } from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  usage_link: owned('user_id', 'created_by'),
};
