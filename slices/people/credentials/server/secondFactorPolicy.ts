import * as z from 'zod';
import { type Role, roles } from '../../../../contract/access/roles.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { defineSetting, readSetting } from '../../../../server/platform/settings/settings.ts';
import { localize } from '../texts/localize.ts';

export const secondFactorRoles = defineSetting<Role[]>({
  id: 'identity.demandsSecondFactor',
  schema: z.array(z.enum(roles)).max(roles.length),
  fallback: [],
  title: localize('demandsSecondFactor'),
  level: 'site',
  access: 'settings.manage',
  accessAtRoot: 'portal.manage',
  combine: (own, parentValue) => [...new Set([...own, ...parentValue])],
});

/**
 * Whether the site requires a second factor for accounts of this role. `sitePath`: the account's
 * own site, if it isn't the site of the call.
 */
export async function isSecondFactorRequired(
  ctx: Context,
  role: Role,
  sitePath = ctx.site.path,
): Promise<boolean> {
  return (
    await readSetting({ db: ctx.db, site: { ...ctx.site, path: sitePath } }, secondFactorRoles)
  ).includes(role);
}
