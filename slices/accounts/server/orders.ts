import { refuse } from '../../../contract/errors.ts';
import { readPerson } from '../../../server/platform/access/actors.ts';
import { closureOf } from '../../../server/platform/access/closure.ts';
import type { Context } from '../../../server/platform/context.ts';
import { guardOrders, type Order } from '../../pricing/server/index.ts';
import { closureRefusal } from './guard.ts';

/** New orders ask the state of who pays for them. */
export const followOrders = (): void => guardOrders(refuseUnbillable);

/**
 * What makes a server dearer is no call of its own kind, so it is asked here: what is ordered for an account that was disapproved, or
 * whose parent was, could not be billed. Administrators may, they handle the case. Throws `orderNeedsBilling`, `parentNeedsBilling`,
 * `ownerNeedsBilling`.
 */
async function refuseUnbillable(ctx: Pick<Context, 'db' | 'language' | 'actor'>, { ownerId, name }: Order): Promise<void> {
  if (ctx.actor === null || ctx.actor.role === 'root' || ctx.actor.role === 'siteAdmin') return;
  const owner = await readPerson(ctx.db, ownerId);
  const closure = owner && closureOf({ role: owner.actor.role, ...owner }, { access: 'servers.create', changes: true });
  if (!closure) return;
  throw ownerId === ctx.actor.userId || name === undefined ? closureRefusal(closure) : refuse('ownerNeedsBilling', { name });
}
