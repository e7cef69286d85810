import { below, owned, type RowRules } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  budget: owned('owner_id'),
  budget_event: below('budget', 'budget_id'),
  budget_server: below('budget', 'budget_id'),
  budget_stop: below('budget_event', 'event_id'),
  budget_threshold: below('budget', 'budget_id'),
};
