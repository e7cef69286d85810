import type * as z from 'zod';
import { roleHas } from '../../../../contract/access/permissions.ts';
import { roles } from '../../../../contract/access/roles.ts';
import { roleTitles } from '../../../../contract/access/roleTitles.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import type { Reason } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { LoadedUser } from '../../../../server/platform/access/actors.ts';
import type { DecidingRule, Decision } from '../../../../server/platform/access/decide.ts';
import { lockedFields } from '../../../../server/platform/access/fieldPermissions.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { orderDenialReason } from '../../accounts/server/index.ts';
import type { explanation } from '../contract.ts';
import { whoCanChange } from './accessManagers.ts';
import { changeMethods, exceptionTexts } from './messages.ts';

type Changers = z.input<typeof explanation>['whoCanChange'];

/** A part of an allowed operation that the user can't do, and who could change that. */
interface Exception {
  text: string;
  changers: Changers;
}

interface ExceptionTarget {
  person: LoadedUser;
  endpoint: Endpoint;
  decision: Decision;
}

/**
 * Checks beyond permissions: returns the same result, a denial if the whole operation is blocked,
 * or its exceptions.
 */
export async function exceptionsOf(
  ctx: SignedInContext,
  target: ExceptionTarget,
): Promise<{ decision: Decision; exceptions: readonly Exception[] }> {
  const { endpoint, decision } = target;
  if (!decision.isAllowed) return { decision, exceptions: [] };
  const fields = fieldExceptions(ctx, target);
  const rejection = await orderRejection(ctx, target);
  if (!rejection) return { decision, exceptions: fields };
  const restricted: Decision = {
    ...decision,
    isAllowed: false,
    rule: rejection.name as DecidingRule,
  };
  if (endpoint.orders === 'always') return { decision: restricted, exceptions: [] };
  const text = exceptionTexts.dearer(render(rejection.name, ctx.language, rejection.values ?? {}))[
    ctx.language
  ];
  return {
    decision,
    exceptions: [...fields, { text, changers: await whoCanChange(ctx, target.person, restricted) }],
  };
}

/** The result of order checks for the user: for the object’s owner, or else for the user. */
async function orderRejection(
  ctx: SignedInContext,
  { person, endpoint, decision: { object } }: ExceptionTarget,
): Promise<Reason | null> {
  if (!endpoint.orders) return null;
  const order = object
    ? { ownerId: object.ownerId, name: object.name }
    : { ownerId: person.actor.userId };
  return (await orderDenialReason({ db: ctx.db, actor: person.actor }, order))?.reasons[0] ?? null;
}

const fieldExceptions = (
  { language }: SignedInContext,
  { person, endpoint }: ExceptionTarget,
): Exception[] =>
  lockedFields(person, endpoint).map(({ access, title, why }) => ({
    text: exceptionTexts.field(title[language], why[language])[language],
    changers: roles
      .filter((role) => roleHas(role, access))
      .map((role) => ({
        kind: 'role',
        name: roleTitles[role][language],
        how: changeMethods.changeField[language],
      })),
  }));
