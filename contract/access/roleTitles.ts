import { eachLanguage, type LocalizedText } from '../languages.ts';
import { localize } from '../texts/localize.ts';
import { type Permission, roleHas } from './permissions.ts';
import { type Role, roles } from './roles.ts';

/** The name of a role within a sentence. */
export const roleTitles: Record<Role, LocalizedText> = {
  root: localize('roleTitles.root'),
  siteAdmin: localize('roleTitles.siteAdmin'),
  billingAdmin: localize('roleTitles.billingAdmin'),
  user: localize('roleTitles.user'),
};

/** Titles of the roles that have a permission, widest first. */
export const roleTitlesWith = (permission: Permission): LocalizedText => {
  const titles = roles.filter((role) => roleHas(role, permission)).map((role) => roleTitles[role]);
  return eachLanguage((language) => titles.map((title) => title[language]).join(', '));
};
