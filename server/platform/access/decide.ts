import type { Permission } from '../../../contract/access/permissions.ts';
import { neededFor } from '../../../contract/access/permissions.ts';
import type { Needed } from '../../../contract/access/rights.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Context } from '../context.ts';
import { isProofAsked } from '../session/proof.ts';
import { readSite } from '../sites/sites.ts';
import type { AccountObstacle, Person } from './actors.ts';
import { type ObjectKind, type ObjectStanding, standingTo } from './objects.ts';
import { readPersonLack } from './personRights.ts';
import { type Restriction, restrictionOf } from './restriction.ts';
import { type AccessRule, lackOf, lackOfRight, permissionLack } from './scope.ts';

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
  needed: Needed | null;
  object: ObjectStanding | null;
  /** Whether a recent identity verification is required, regardless of the decision. */
  needsProof: boolean;
  /** The title of the unsigned agreement. */
  agreement: string | null;
}

/** The operation of the contract to evaluate. */
export interface Asked {
  operation: string;
  endpoint: Endpoint;
  /**
   * The unsigned agreement that blocks the operation, or null. Provided by the agreements slice.
   */
  unsigned(person: Person): Promise<string | null>;
}

/**
 * Evaluates whether the user can call the operation, on the object if there is one. Runs the same
 * functions and SQL conditions in the same order as a real call, so that both always agree.
 */
export async function decide(
  ctx: Pick<Context, 'db'>,
  person: Person,
  { operation, endpoint, unsigned }: Asked,
  about: { kind: ObjectKind; id: string } | null,
): Promise<Decision> {
  const { access } = endpoint;
  let needsProof = false;
  const decided = (
    isAllowed: boolean,
    rule: DecidingRule,
    more: Partial<Decision> = {},
  ): Decision => ({
    ...{ isAllowed, rule, needsProof, needed: null, object: null, agreement: null },
    ...more,
  });
  if (access === 'public') return decided(true, 'public');
  if (person.obstacle) return decided(false, person.obstacle);
  const shut = access === 'signedIn' ? null : lackOfRole(person, access);
  if (shut) return decided(false, shut);
  needsProof = await isProofAsked(
    { db: ctx.db, site: await readSite(ctx.db, person.actor.siteId) },
    operation,
    endpoint,
  );
  const restriction = restrictionOf({ role: person.actor.role, ...person }, endpoint);
  if (restriction) return decided(false, restriction.rule);
  const agreement = await unsigned(person);
  if (agreement !== null) return decided(false, 'agreementNotSigned', { agreement });
  if (access === 'signedIn') return decided(true, 'signedIn');
  if (!about) return decided(true, 'roleHolds');
  const needed = neededFor(access);
  const object = await standingTo({ db: ctx.db, actor: person.actor }, about.kind, about.id);
  const rule = object?.rules[0];
  if (!object || !rule) return decided(false, 'objectUnknown', { needed });
  // Actions on a user don't depend on the state of the account, because they are used to change
  // that state.
  const missing =
    endpoint.changes && !about.kind.isPerson ? lackOf(object, needed) : lackOfRight(object, needed);
  if (missing) return decided(false, missing, { needed, object });
  const isHeld = !endpoint.changes || (await hasRightsOf(ctx, person, about));
  return !isHeld
    ? decided(false, 'rightsNotHeld', { needed, object })
    : decided(true, rule, { needed, object });
}

async function hasRightsOf(
  ctx: Pick<Context, 'db'>,
  { actor }: Person,
  { kind, id }: { kind: ObjectKind; id: string },
): Promise<boolean> {
  return (
    !kind.isPerson || id === actor.userId || (await readPersonLack(ctx.db, actor, id)) === null
  );
}

function lackOfRole(person: Person, access: Permission): DecidingRule | null {
  if (!person.isEmailValidated) return 'emailNotValidated';
  const lack = permissionLack({ role: person.actor.role, isLocked: person.isParentLocked }, access);
  return lack === 'notAllowed' ? 'roleLacks' : lack;
}
