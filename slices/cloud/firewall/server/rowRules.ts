import {
  below,
  ownedAtSite,
  type RowRules,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  firewall_group: ownedAtSite('owner_id'),
  firewall_card: below('nic', 'nic_id'),
  firewall_card_group: below('firewall_group', 'group_id'),
};
