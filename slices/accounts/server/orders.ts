import { type Refusal, refuse } from '../../../contract/errors.ts';
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
async function refuseUnbillable(ctx: Pick<Context, 'db' | 'actor'>, order: Order): Promise<void> {
  const refusal = await orderRefusal(ctx, order);
  if (refusal) throw refusal;
}

/** Why the actor orders nothing for the owner, or nothing that makes what is called so dearer; null when it may. The explainer asks it too. */
export async function orderRefusal(
  ctx: Pick<Context, 'db' | 'actor'>,
  { ownerId, name }: Pick<Order, 'ownerId' | 'name'>,
): Promise<Refusal | null> {
  if (ctx.actor === null || ctx.actor.role === 'root' || ctx.actor.role === 'siteAdmin') return null;
  const owner = await readPerson(ctx.db, ownerId);
  const closure = owner && closureOf({ role: owner.actor.role, ...owner }, { access: 'servers.create', changes: true });
  if (!closure) return null;
  return ownerId === ctx.actor.userId || name === undefined ? closureRefusal(closure) : refuse('ownerNeedsBilling', { name });
}
