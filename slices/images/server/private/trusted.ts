import { holds } from '../../../../contract/permissions.ts';
import type { Context } from '../../../../server/platform/context.ts';

/** Origins the operator named for the catalogue may be inside the own network: only who keeps the catalogue is led there. */
export function trustedOrigins({ actor, services }: Pick<Context, 'actor' | 'services'>): readonly string[] {
  const isKeeper = actor === null || holds(actor.role, 'images.manage');
  return isKeeper ? (services.config.imageSources ?? []) : [];
}
