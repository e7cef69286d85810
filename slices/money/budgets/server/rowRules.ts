import { below, owned, type RowRules } from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  budget: owned('owner_id'),
  budget_event: below('budget', 'budget_id'),
  budget_server: below('budget', 'budget_id'),
  budget_stop: below('budget_event', 'event_id'),
  budget_threshold: below('budget', 'budget_id'),
};
