import type { Permission } from './permissions.ts';

/**
 * `server`: bound to selected servers, without any other access. `billing`: reads prices and
 * invoices.
 * `external`: an external application, with the permissions it was granted.
 */
export const keyTypes = ['server', 'billing', 'external'] as const;
export type KeyType = (typeof keyTypes)[number];

const serverPermissions = [
  'servers.view',
  'servers.operate',
  'servers.configure',
  'servers.terminate',
  'tasks.view',
] as const;
const billingPermissions = ['pricing.view', 'billing.view'] as const;

/**
 * The permissions that a key of each type can be granted. Keys have no other permissions.
 * Permissions that would let a key exceed its own rights are excluded, such as those for creating
 * accounts or acting on them, keys, group rights, sites, emails (which contain sign-in links), and
 * settings.
 */
export const keyScopes = {
  server: serverPermissions,
  billing: billingPermissions,
  external: [
    ...serverPermissions,
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
    ...billingPermissions,
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

/** The public part of a key, used in URLs and in the log. IDs of test keys begin with `test-`. */
export const clientIdPattern = /^(live|test)-[a-z2-7]{20}$/;
