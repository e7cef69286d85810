/**
 * The four roles, from the widest. Access: root everything; siteAdmin its site and sub-sites; the
 * others their own objects.
 */
export const roles = ['root', 'siteAdmin', 'billingAdmin', 'user'] as const;
export type Role = (typeof roles)[number];

/**
 * Which roles hold a permission. An endpoint names one; no row here means nobody but root, and the
 * compiler refuses a name that is not here. The reviewed table `docs/permissions.md` is printed
 * from this and the contract.
 */
export const permissions = {
  'servers.view': ['root', 'siteAdmin', 'user'],
  'servers.operate': ['root', 'siteAdmin', 'user'],
  'servers.create': ['root', 'siteAdmin', 'user'],
  'servers.configure': ['root', 'siteAdmin', 'user'],
  'servers.terminate': ['root', 'siteAdmin', 'user'],
  'servers.transfer': ['root', 'siteAdmin', 'user'],
  'images.view': ['root', 'siteAdmin', 'user'],
  'images.manage': ['root'],
  'images.create': ['root', 'siteAdmin', 'user'],
  'images.share': ['root', 'siteAdmin', 'user'],
  'networks.view': ['root', 'siteAdmin', 'user'],
  'networks.manage': ['root', 'siteAdmin', 'user'],
  'firewall.view': ['root', 'siteAdmin', 'user'],
  'firewall.manage': ['root', 'siteAdmin', 'user'],
  'backups.view': ['root', 'siteAdmin', 'user'],
  'backups.manage': ['root', 'siteAdmin', 'user'],
  'consoles.replay': ['root', 'siteAdmin', 'user'],
  'packages.view': ['root', 'siteAdmin', 'user'],
  'packages.manage': ['root', 'siteAdmin'],
  'servicelets.run': ['root', 'siteAdmin', 'user'],
  'cloudinit.view': ['root', 'siteAdmin', 'user'],
  'cloudinit.manage': ['root', 'siteAdmin'],
  'keys.view': ['root', 'siteAdmin', 'billingAdmin', 'user'],
  'keys.manage': ['root', 'siteAdmin', 'billingAdmin', 'user'],
  'statistics.view': ['root', 'siteAdmin', 'user'],
  'alerts.manage': ['root', 'siteAdmin', 'user'],
  'hosts.view': ['root'],
  'datacenters.manage': ['root'],
  'pricing.view': ['root', 'siteAdmin', 'billingAdmin', 'user'],
  'prices.manage': ['root', 'siteAdmin'],
  'billing.view': ['root', 'siteAdmin', 'billingAdmin', 'user'],
  'billing.manage': ['root', 'siteAdmin', 'billingAdmin', 'user'],
  'budgets.view': ['root', 'siteAdmin', 'billingAdmin', 'user'],
  'budgets.manage': ['root', 'siteAdmin', 'billingAdmin', 'user'],
  'exchangeRates.view': ['root', 'siteAdmin', 'billingAdmin'],
  'exchangeRates.manage': ['root', 'siteAdmin'],
  'companies.view': ['root', 'billingAdmin'],
  'companies.bill': ['root', 'billingAdmin'],
  'companies.manage': ['root'],
  'ledger.view': ['root', 'billingAdmin'],
  'ledger.manage': ['root', 'billingAdmin'],
  'tasks.view': ['root', 'siteAdmin', 'billingAdmin', 'user'],
  'tasks.cancel': ['root', 'siteAdmin', 'user'],
  'settings.manage': ['root', 'siteAdmin'],
  // what holds for the whole portal: settings of the operator, host names of the root site
  'portal.manage': ['root'],
  'log.view': ['root', 'siteAdmin'],
  'users.view': ['root', 'siteAdmin', 'user'],
  'users.manage': ['root', 'siteAdmin', 'user'],
  'users.actFor': ['root', 'siteAdmin', 'user'],
  'users.move': ['root', 'siteAdmin'],
  'accounts.batch': ['root', 'siteAdmin'],
  'groups.view': ['root', 'siteAdmin', 'user'],
  'groups.manage': ['root', 'siteAdmin', 'user'],
  'permissions.explain': ['root', 'siteAdmin', 'user'],
  'partners.manage': ['root', 'siteAdmin'],
  'notifications.admin': ['root', 'siteAdmin', 'billingAdmin'],
  'sites.view': ['root', 'siteAdmin'],
  'sites.manage': ['root', 'siteAdmin'],
  'sites.create': ['root', 'siteAdmin'],
  'agreements.manage': ['root', 'siteAdmin'],
  'mails.view': ['root', 'siteAdmin'],
  'mails.manage': ['root', 'siteAdmin'],
  'reports.view': ['root', 'siteAdmin', 'billingAdmin'],
  'reports.people': ['root', 'siteAdmin'],
  'reports.billing': ['root', 'siteAdmin', 'billingAdmin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/**
 * Whether the role has the permission at all. The rows it applies to depend on the role's scope.
 */
export function holds(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
