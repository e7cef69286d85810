import type { Permission } from './permissions.ts';

/**
 * `server`: bound to chosen servers, can do nothing else. `billing`: reads prices and bills.
 * `external`: an application of its own, with the permissions it was given.
 */
export const keyTypes = ['server', 'billing', 'external'] as const;
export type KeyType = (typeof keyTypes)[number];

const onServers = [
  'servers.view',
  'servers.operate',
  'servers.configure',
  'servers.terminate',
  'tasks.view',
] as const;
const onBills = ['pricing.view', 'billing.view'] as const;

/**
 * What a key of each type can be granted. No key has anything else: whatever would let a key exceed
 * itself is left out, such as creating accounts or acting on them, keys, group rights, sites,
 * emails (their links sign in), and settings.
 */
export const keyScopes = {
  server: onServers,
  billing: onBills,
  external: [
    ...onServers,
    'servers.create',
    'tasks.cancel',
    'images.view',
    'images.manage',
    'images.create',
    'images.share',
    'networks.view',
    'networks.manage',
    'firewall.view',
    'firewall.manage',
    'backups.view',
    'backups.manage',
    'packages.view',
    'packages.manage',
    'servicelets.run',
    'cloudinit.view',
    'cloudinit.manage',
    'statistics.view',
    'alerts.manage',
    'hosts.view',
    ...onBills,
    'budgets.view',
    'exchangeRates.view',
    'exchangeRates.manage',
    'users.view',
    'groups.view',
    'sites.view',
    'log.view',
    'permissions.explain',
    'reports.view',
    'reports.people',
    'reports.billing',
  ],
} as const satisfies Record<KeyType, readonly Permission[]>;

/** The public half of a key, used in URLs and in the log. Those of test keys begin with `test-`. */
export const clientIdPattern = /^(live|test)-[a-z2-7]{20}$/;
