import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type * as z from 'zod';
import { rolesWith } from '../../../../contract/access/permissions.ts';
import { type ObjectType, rights } from '../../../../contract/access/rights.ts';
import { roleTitles } from '../../../../contract/access/roleTitles.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import { findUser, type LoadedUser } from '../../../../server/platform/access/actors.ts';
import { type Decision, decide } from '../../../../server/platform/access/decide.ts';
import { appliesTo, grantsOf } from '../../../../server/platform/access/grants.ts';
import {
  type ObjectKind,
  objectKind,
  readObjectAccess,
} from '../../../../server/platform/access/objects.ts';
import { asPortal } from '../../../../server/platform/access/portalDb.ts';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { findBlockingAgreement } from '../../agreements/server/index.ts';
import type { explanation } from '../contract.ts';
import { whoCanChange } from './accessManagers.ts';
import { exceptionsOf } from './exceptions.ts';
import { recentAuthenticationText, ruleText } from './messages.ts';
import { operationOf } from './operations.ts';

type Explanation = z.input<typeof explanation>;

export interface ExplainRequest {
  userId?: string | undefined;
  operation: string;
  objectType?: ObjectType | undefined;
  objectId?: string | undefined;
}

/**
 * Explains the access of a visible user to a visible object. Throws `notFound` for others. Callers
 * can always request their own access, but other users' objects are not found then, as in every
 * call.
 */
export async function explain(ctx: SignedInContext, request: ExplainRequest): Promise<Explanation> {
  // Reads all data about the user, including groups of sites that the caller can't see.
  const portalCtx = asPortal(ctx, 'an explanation reads what the decision reads');
  const user = await findViewedUser(ctx, portalCtx, request.userId ?? ctx.actor.userId);
  const endpoint = operationOf(ctx, request.operation);
  const object = await findObject(ctx, user, request);
  const initialDecision = await decide(
    portalCtx,
    user,
    {
      operation: request.operation,
      endpoint,
      unsigned: ({ actor }) => findBlockingAgreement(ctx, actor, request.operation, endpoint),
    },
    object,
  );
  const { decision, exceptions } = await exceptionsOf(ctx, {
    person: user,
    endpoint,
    decision: initialDecision,
  });
  const { email, role, userId } = user.actor;
  const decidedObject = decision.object;
  const title = (each: keyof typeof roleTitles) => roleTitles[each][ctx.language];
  return {
    isAllowed: decision.isAllowed,
    rule: decision.rule,
    text: ruleText(decision, { person: user, permission: endpoint.access, language: ctx.language }),
    person: { id: userId, email, role, roleTitle: title(role), accountState: user.accountState },
    operation: {
      id: request.operation,
      title: endpoint.title[ctx.language],
      permission: endpoint.access,
      roles:
        endpoint.access === 'public' || endpoint.access === 'signedIn'
          ? []
          : rolesWith(endpoint.access).map(title),
    },
    needsProof: decision.needsProof ? recentAuthenticationText[ctx.language] : null,
    exceptions: exceptions.map((exception) => exception.text),
    needed: decision.needed,
    object:
      decidedObject && object
        ? { type: object.kind.type, id: decidedObject.id, name: decidedObject.name }
        : null,
    grants: await grantsOn(portalCtx, user, decision, object?.kind.type),
    whoCanChange: unique(
      [
        await whoCanChange(ctx, user, decision),
        ...exceptions.map(({ changers }) => changers),
      ].flat(),
    ),
  };
}

/** The options for changing access without duplicates, regardless of what each would change. */
const unique = (changers: Explanation['whoCanChange']): Explanation['whoCanChange'] =>
  changers.filter(
    (one, index) => changers.findIndex((other) => isDeepStrictEqual(one, other)) === index,
  );

async function findViewedUser(
  ctx: SignedInContext,
  portalCtx: Context,
  userId: string,
): Promise<LoadedUser> {
  const { rows } =
    await sql`select from user_account u where u.id = ${userId} and ${visibleTo(ctx, { owner: 'u.id', site: 'u.site_id' })}`.execute(
      ctx.db,
    );
  const user = rows.length > 0 ? await findUser(portalCtx.db, userId) : null;
  if (!user) throw userError('notFound', { what: 'user', id: userId });
  return user;
}

async function findObject(
  ctx: SignedInContext,
  user: LoadedUser,
  { objectType, objectId }: ExplainRequest,
): Promise<{ kind: ObjectKind; id: string } | null> {
  if (objectId === undefined) return null;
  const kind = objectKind(ctx, objectType ?? 'ot.server');
  if (!kind) throw userError('notFound', { what: 'object', id: objectId });
  const isSelf = user.actor.userId === ctx.actor.userId;
  const objectStanding = isSelf ? null : await readObjectAccess(ctx, kind, objectId);
  if (!isSelf && !objectStanding?.rules.length)
    throw userError('notFound', { what: 'object', id: objectId });
  return { kind, id: objectId };
}

async function grantsOn(
  ctx: Context,
  user: LoadedUser,
  { object }: Decision,
  type: ObjectType | undefined,
): Promise<Explanation['grants']> {
  if (!object || !type) return [];
  const grants = await grantsOf(ctx.db, user.actor.userId);
  return grants
    .filter((grant) => appliesTo(grant, { ...object, type }))
    .flatMap(({ groupId, groupName, rank, objectId }) => {
      const right = rights[rank - 1];
      return right ? [{ groupId, name: groupName, right, isWhole: objectId === null }] : [];
    });
}
