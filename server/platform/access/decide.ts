import type { Permission } from '../../../contract/access/permissions.ts';
import { requiredRightFor } from '../../../contract/access/permissions.ts';
import type { RequiredRight } from '../../../contract/access/rights.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Context } from '../context.ts';
import { isStepUpRequired } from '../session/recentAuthentication.ts';
import { readSite } from '../sites/sites.ts';
import type { AccountObstacle, LoadedUser } from './actors.ts';
import { getUserDenialReason } from './effectiveRights.ts';
import { type ObjectKind, type ObjectRights, readObjectAccess } from './objects.ts';
import { type Restriction, restrictionOf } from './restriction.ts';
import {
  type AccessRule,
  denialReasonFor,
  permissionDenialReason,
  rightsDenialReason,
} from './scope.ts';

/** The rule that decides whether access is allowed. */
export type DecidingRule =
  | AccountObstacle
  | Restriction
  /** Everyone has access, including anonymous callers. */
  | 'public'
  /** Every signed-in user has access. */
  | 'signedIn'
  /** The user's role lacks the permission … */
  | 'roleLacks'
  /** … or has it, and the call isn't about a single object. */
  | 'roleHolds'
  | 'emailNotValidated'
  | 'lockedByParent'
  /** An agreement of the site is unsigned, and it blocks this operation. */
  | 'agreementNotSigned'
  /** The object doesn't exist or belongs to another account. Both cases return the same error. */
  | 'objectUnknown'
  | 'rightMissing'
  /** The user affected by the call has a right that the caller lacks. */
  | 'rightsNotHeld'
  | AccessRule;

export interface Decision {
  isAllowed: boolean;
  rule: DecidingRule;
  /** The right that the call requires on its object. Null if it requires none. */
  needed: RequiredRight | null;
  object: ObjectRights | null;
  /** Whether a recent identity verification is required, regardless of the decision. */
  needsProof: boolean;
  /** The title of the unsigned agreement. */
  agreement: string | null;
}

/** The operation of the contract to evaluate. */
export interface AccessRequest {
  operation: string;
  endpoint: Endpoint;
  /**
   * The unsigned agreement that blocks the operation, or null. Provided by the agreements slice.
   */
  unsigned(person: LoadedUser): Promise<string | null>;
}

/**
 * Evaluates whether the user can call the operation, on the object if there is one. Runs the same
 * functions and SQL conditions in the same order as a real call, so that both always agree.
 */
export async function decide(
  ctx: Pick<Context, 'db'>,
  user: LoadedUser,
  { operation, endpoint, unsigned }: AccessRequest,
  target: { kind: ObjectKind; id: string } | null,
): Promise<Decision> {
  const { access } = endpoint;
  let needsProof = false;
  const makeDecision = (
    isAllowed: boolean,
    rule: DecidingRule,
    more: Partial<Decision> = {},
  ): Decision => ({
    ...{ isAllowed, rule, needsProof, needed: null, object: null, agreement: null },
    ...more,
  });
  if (access === 'public') return makeDecision(true, 'public');
  if (user.obstacle) return makeDecision(false, user.obstacle);
  const roleDenial = access === 'signedIn' ? null : roleDenialReason(user, access);
  if (roleDenial) return makeDecision(false, roleDenial);
  needsProof = await isStepUpRequired(
    { db: ctx.db, site: await readSite(ctx.db, user.actor.siteId) },
    operation,
    endpoint,
  );
  const restriction = restrictionOf({ role: user.actor.role, ...user }, endpoint);
  if (restriction) return makeDecision(false, restriction.rule);
  const agreement = await unsigned(user);
  if (agreement !== null) return makeDecision(false, 'agreementNotSigned', { agreement });
  if (access === 'signedIn') return makeDecision(true, 'signedIn');
  if (!target) return makeDecision(true, 'roleHolds');
  const requiredRight = requiredRightFor(access);
  const object = await readObjectAccess({ db: ctx.db, actor: user.actor }, target.kind, target.id);
  const rule = object?.rules[0];
  if (!object || !rule) return makeDecision(false, 'objectUnknown', { needed: requiredRight });
  // Actions on a user don't depend on the state of the account, because they are used to change
  // that state.
  const denialReason =
    endpoint.changes && !target.kind.isPerson
      ? denialReasonFor(object, requiredRight)
      : rightsDenialReason(object, requiredRight);
  if (denialReason) return makeDecision(false, denialReason, { needed: requiredRight, object });
  const hasRequiredRights = !endpoint.changes || (await satisfiesRights(ctx, user, target));
  return !hasRequiredRights
    ? makeDecision(false, 'rightsNotHeld', { needed: requiredRight, object })
    : makeDecision(true, rule, { needed: requiredRight, object });
}

async function satisfiesRights(
  ctx: Pick<Context, 'db'>,
  { actor }: LoadedUser,
  { kind, id }: { kind: ObjectKind; id: string },
): Promise<boolean> {
  return (
    !kind.isPerson || id === actor.userId || (await getUserDenialReason(ctx.db, actor, id)) === null
  );
}

function roleDenialReason(user: LoadedUser, access: Permission): DecidingRule | null {
  if (!user.isEmailValidated) return 'emailNotValidated';
  const denialReason = permissionDenialReason(
    { role: user.actor.role, isLocked: user.isParentLocked },
    access,
  );
  return denialReason === 'notAllowed' ? 'roleLacks' : denialReason;
}
