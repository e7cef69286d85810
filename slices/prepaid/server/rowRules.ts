import { owned, type RowRules } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  prepaid_hold: owned('payer_id'),
  prepaid_notice: owned('user_id'),
};
