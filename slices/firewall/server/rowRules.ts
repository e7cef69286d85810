import { below, ownedAtSite, type RowRules } from '../../../server/platform/database/wall/rules.ts';

/** Whose rows of each table a connection with the caller's scope sees and changes. */
export const rowRules: RowRules = {
  firewall_group: ownedAtSite('owner_id'),
  firewall_card: below('nic', 'nic_id'),
  firewall_card_group: below('firewall_group', 'group_id'),
};
