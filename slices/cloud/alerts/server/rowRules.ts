import {
  below,
  ownedAtSite,
  type RowRules,
  withSecrets,
} from '../../../../server/platform/database/wall/rules.ts';

/** The row security of each table: which rows the caller's scope can see and change. */
export const rowRules: RowRules = {
  alert: withSecrets(ownedAtSite('owner_id'), 'webhook_secret'),
  alert_delivery: below('alert', 'alert_id'),
  alert_event: below('alert', 'alert_id'),
  alert_state: below('alert', 'alert_id'),
};
