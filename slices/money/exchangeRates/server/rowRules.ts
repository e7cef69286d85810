import { ofSeller, type RowRules } from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  exchange_rate: ofSeller,
  exchange_rate_source: ofSeller,
};
