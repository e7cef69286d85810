import { type UserError, userError } from '../../../../contract/errors/errors.ts';
import { findUser } from '../../../../server/platform/access/actors.ts';
import { restrictionOf } from '../../../../server/platform/access/restriction.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { restrictionError } from './requireAccountState.ts';

/** An order that raises the costs of an account. */
interface Order {
  ownerId: string;
  /** The resource whose cost increases. Omitted for one that does not exist yet. */
  name?: string;
}

/**
 * Cost increases of servers have no operation kind of their own, so they are checked here:
 * orders for a disapproved account, or one with a disapproved parent account, could not be
 * billed. Administrators are exempt because they handle the case. Throws `orderNeedsBilling`,
 * `parentNeedsBilling`, `ownerNeedsBilling`.
 */
export async function requireBillable(
  ctx: Pick<Context, 'db' | 'actor'>,
  order: Order,
): Promise<void> {
  const rejection = await orderDenialReason(ctx, order);
  if (rejection) throw rejection;
}

/**
 * Why the actor can't place orders for the owner, or increase the cost of the named resource. Null
 * when they can. Also used to explain access.
 */
export async function orderDenialReason(
  ctx: Pick<Context, 'db' | 'actor'>,
  { ownerId, name }: Order,
): Promise<UserError | null> {
  if (ctx.actor === null || ctx.actor.role === 'root' || ctx.actor.role === 'siteAdmin')
    return null;
  const owner = await findUser(ctx.db, ownerId);
  const restriction =
    owner &&
    restrictionOf(
      { role: owner.actor.role, ...owner },
      { access: 'servers.create', changes: true },
    );
  if (!restriction) return null;
  return ownerId === ctx.actor.userId || name === undefined
    ? restrictionError(restriction)
    : userError('ownerNeedsBilling', { name });
}
