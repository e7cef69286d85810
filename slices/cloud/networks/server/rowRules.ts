import {
  below,
  ownedAtSite,
  type RowRules,
  shared,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** Row security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  network: shared(ownedAtSite('owner_id'), 'owner_id is null'),
  subnet: below('network', 'network_id'),
  nic: ownedAtSite('owner_id'),
  parked_nic: below('server', 'server_id'),
  address: {
    kind: 'condition',
    using:
      'nic_id is null or reserved_for = any($accounts) or exists (select from nic where nic.id = address.nic_id)',
    check: 'exists (select from subnet where subnet.id = address.subnet_id)',
    // A free address of a shared network can be assigned, but only the network's owner can delete
    // it.
    changes: `(nic_id is null and (reserved_for is null or exists (select from user_account account where account.id = address.reserved_for)))
      or exists (select from nic where nic.id = address.nic_id)`,
    deletes: `exists (select from subnet join network on network.id = subnet.network_id
      where subnet.id = address.subnet_id and (network.owner_id = any($accounts) or network.site_id = any($sites)))`,
  },
  address_history: ownedAtSite('owner_id'),
};
