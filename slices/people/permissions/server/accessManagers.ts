import { sql } from 'kysely';
import type * as z from 'zod';
import type { Role } from '../../../../contract/access/roles.ts';
import { roleTitles } from '../../../../contract/access/roleTitles.ts';
import type { LoadedUser } from '../../../../server/platform/access/actors.ts';
import type { DecidingRule, Decision } from '../../../../server/platform/access/decide.ts';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { explanation } from '../contract.ts';
import { changeMethods } from './messages.ts';

type Changer = z.input<typeof explanation>['whoCanChange'][number];
type ChangeMethod = keyof typeof changeMethods;

/**
 * A user who could change the result: through their relation to the user or to the object, or by
 * role.
 */
interface Route {
  how: ChangeMethod;
  who: readonly ('self' | 'parent' | 'objectOwner' | Extract<Role, 'root' | 'siteAdmin'>)[];
}

const routes: Record<DecidingRule, Route | null> = {
  public: null,
  signedIn: null,
  root: null,
  roleHolds: { how: 'role', who: ['siteAdmin', 'root'] },
  roleLacks: { how: 'role', who: ['siteAdmin', 'root'] },
  accountDeleted: { how: 'restore', who: ['siteAdmin', 'root'] },
  accountDisabled: { how: 'enable', who: ['parent', 'siteAdmin', 'root'] },
  accountSuspended: { how: 'resume', who: ['siteAdmin', 'root'] },
  accountNeedsBilling: { how: 'settleBilling', who: ['self', 'siteAdmin', 'root'] },
  orderNeedsBilling: { how: 'settleBilling', who: ['self', 'siteAdmin', 'root'] },
  parentSuspended: { how: 'resume', who: ['siteAdmin', 'root'] },
  parentNeedsBilling: { how: 'settleBilling', who: ['parent', 'siteAdmin', 'root'] },
  ownerSuspended: { how: 'resume', who: ['siteAdmin', 'root'] },
  ownerNeedsBilling: { how: 'settleBilling', who: ['objectOwner', 'siteAdmin', 'root'] },
  siteSuspended: { how: 'resumeSite', who: ['root'] },
  emailNotValidated: { how: 'validate', who: ['self'] },
  lockedByParent: { how: 'unlock', who: ['parent', 'siteAdmin', 'root'] },
  agreementNotSigned: { how: 'sign', who: ['self'] },
  objectUnknown: { how: 'give', who: ['siteAdmin', 'root'] },
  rightMissing: { how: 'give', who: ['objectOwner', 'siteAdmin', 'root'] },
  rightsNotHeld: { how: 'role', who: ['root'] },
  groupRight: { how: 'take', who: ['objectOwner', 'siteAdmin', 'root'] },
  siteTree: { how: 'role', who: ['root'] },
  owner: { how: 'move', who: ['siteAdmin', 'root'] },
  parent: { how: 'move', who: ['siteAdmin', 'root'] },
};

/**
 * Names only users visible to the caller: those in scope, the caller and its parent account.
 * Administrators are named by their role.
 */
export async function whoCanChange(
  ctx: SignedInContext,
  user: LoadedUser,
  decision: Decision,
): Promise<Changer[]> {
  const route = routes[decision.rule];
  if (!route) return [];
  // A right that no group can grant, such as access to an invoice, belongs to the owner. It changes
  // only by transferring the resource.
  const effectiveMethod = route.how === 'give' && decision.needed === 'own' ? 'move' : route.how;
  const explanation = changeMethods[effectiveMethod][ctx.language];
  const ids = {
    self: user.actor.userId,
    parent: user.actor.parentId,
    objectOwner: decision.object?.ownerId ?? null,
  };
  const changers: Changer[] = [];
  for (const changer of route.who) {
    if (changer === 'root' || changer === 'siteAdmin')
      changers.push({ kind: 'role', name: roleTitles[changer][ctx.language], how: explanation });
    else if (!(changer === 'objectOwner' && effectiveMethod === 'move'))
      changers.push(
        ...(await userNames(ctx, ids[changer])).map(
          (name): Changer => ({ kind: 'person', name, how: explanation }),
        ),
      );
  }
  return changers;
}

async function userNames(ctx: SignedInContext, userId: string | null): Promise<string[]> {
  if (userId === null) return [];
  const isKnown = sql`(u.id = ${ctx.actor.parentId} or ${visibleTo(ctx, { owner: 'u.id', site: 'u.site_id' })})`;
  const { rows } = await sql<{
    email: string;
  }>`select u.email from user_account u where u.id = ${userId} and ${isKnown}`.execute(ctx.db);
  return rows.map((row) => row.email);
}
