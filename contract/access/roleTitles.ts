import { eachLanguage, type LocalizedText } from '../languages.ts';
import { localize } from '../texts/localize.ts';
import { holds, type Permission } from './permissions.ts';
import { type Role, roles } from './roles.ts';

/** The name of a role within a sentence. */
export const roleTitles: Record<Role, LocalizedText> = {
  root: localize('roleTitles.root'),
  siteAdmin: localize('roleTitles.siteAdmin'),
  billingAdmin: localize('roleTitles.billingAdmin'),
  user: localize('roleTitles.user'),
};

/** Titles of the roles that have a permission, widest first. */
export const holdersOf = (permission: Permission): LocalizedText => {
  const holders = roles.filter((role) => holds(role, permission)).map((role) => roleTitles[role]);
  return eachLanguage((language) => holders.map((title) => title[language]).join(', '));
};
