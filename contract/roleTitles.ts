import type { Texts } from './languages.ts';
import { holds, type Permission } from './permissions.ts';
import { type Role, roles } from './roles.ts';

/** A role as sentences call it. */
export const roleTitles: Record<Role, Texts> = {
  root: { en: 'Operator of the portal', he: 'מפעיל הפורטל' },
  siteAdmin: { en: 'Site administrator', he: 'מנהל אתר' },
  billingAdmin: { en: 'Billing administrator', he: 'מנהל חיוב' },
  user: { en: 'Customer', he: 'לקוח' },
};

/** Titles of the roles that have a permission, widest first. */
export const holdersOf = (permission: Permission): Texts => {
  const holders = roles.filter((role) => holds(role, permission)).map((role) => roleTitles[role]);
  return { en: holders.map(({ en }) => en).join(', '), he: holders.map(({ he }) => he).join(', ') };
};
