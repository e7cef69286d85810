import { ofSeller, type RowRules } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  exchange_rate: ofSeller,
  exchange_rate_source: ofSeller,
};
