import { roleHas } from '../../../../../contract/access/permissions.ts';
import type { Context } from '../../../../../server/platform/context.ts';

/**
 * Returns the image origins configured by the operator, which may be in the private network. Only
 * catalog administrators and internal work can use them.
 */
export function trustedOrigins({
  actor,
  services,
}: Pick<Context, 'actor' | 'services'>): readonly string[] {
  const canManage = actor === null || roleHas(actor.role, 'images.manage');
  return canManage ? (services.config.imageSources ?? []) : [];
}
