import {
  below,
  ownedAtSite,
  type RowRules,
  withSecrets,
} from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  alert: withSecrets(ownedAtSite('owner_id'), 'webhook_secret'),
  alert_delivery: below('alert', 'alert_id'),
  alert_event: below('alert', 'alert_id'),
  alert_state: below('alert', 'alert_id'),
};
