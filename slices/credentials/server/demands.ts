import * as z from 'zod';
import { type Role, roles } from '../../../contract/roles.ts';
import type { Context } from '../../../server/platform/context.ts';
import { defineSetting, readSetting } from '../../../server/platform/settings/settings.ts';

export const demandsSecondFactor = defineSetting<Role[]>({
  id: 'identity.demandsSecondFactor',
  schema: z.array(z.enum(roles)).max(roles.length),
  fallback: [],
  title: {
    en: 'Roles that must have a second factor and cannot switch it off, such as "root" and "siteAdmin", besides those that the site above requires',
    he: 'תפקידים שחייבים באימות דו-שלבי ואינם יכולים לבטל אותו, למשל "root" ו-"siteAdmin", בנוסף לאלה שהאתר שמעליו מחייב',
  },
  level: 'site',
  access: 'settings.manage',
  accessAtRoot: 'portal.manage',
  combine: (own, above) => [...new Set([...own, ...above])],
});

/**
 * Whether the site asks accounts of this role for a second factor. `sitePath`: of the account's own
 * site, when it is another.
 */
export async function isSecondFactorDemanded(
  ctx: Context,
  role: Role,
  sitePath = ctx.site.path,
): Promise<boolean> {
  return (
    await readSetting({ db: ctx.db, site: { ...ctx.site, path: sitePath } }, demandsSecondFactor)
  ).includes(role);
}
