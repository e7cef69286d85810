import {
  below,
  ownedAtSite,
  type RowRules,
  withSecrets,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/**
 * Row security of each table: which rows are visible to the caller and which ones they can change.
 */
export const rowRules: RowRules = {
  alert: withSecrets(ownedAtSite('owner_id'), 'webhook_secret'),
  alert_delivery: below('alert', 'alert_id'),
  alert_event: below('alert', 'alert_id'),
  alert_state: below('alert', 'alert_id'),
};
