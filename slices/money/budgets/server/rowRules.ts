import {
  below,
  owned,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row-level security rules: the rows of each table that a caller's scope can read and change. */
export const rowRules: RowRules = {
  budget: owned('owner_id'),
  budget_event: below('budget', 'budget_id'),
  budget_server: below('budget', 'budget_id'),
  budget_stop: below('budget_event', 'event_id'),
  budget_threshold: below('budget', 'budget_id'),
};
