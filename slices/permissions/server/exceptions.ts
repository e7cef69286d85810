import type * as z from 'zod';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Reason } from '../../../contract/errors.ts';
import { render } from '../../../contract/messages.ts';
import { holds } from '../../../contract/permissions.ts';
import { roles } from '../../../contract/roles.ts';
import { roleTitles } from '../../../contract/roleTitles.ts';
import type { Person } from '../../../server/platform/access/actors.ts';
import type { DecidingRule, Decision } from '../../../server/platform/access/decide.ts';
import { shutFields } from '../../../server/platform/access/fields.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import { orderRefusal } from '../../accounts/server/index.ts';
import type { explanation } from '../contract.ts';
import { exceptionTexts, ways } from './texts.ts';
import { whoCanChange } from './whoCanChange.ts';

type Changers = z.input<typeof explanation>['whoCanChange'];

/**
 * Something of an operation that is allowed, which the person may not; and who could make it
 * otherwise.
 */
interface Exception {
  text: string;
  changers: Changers;
}

interface About {
  person: Person;
  endpoint: Endpoint;
  decision: Decision;
}

/**
 * What is decided by more than the door: the same, or a no where the whole operation is held back,
 * and what of it is where not the whole.
 */
export async function exceptionsOf(
  ctx: SignedInContext,
  about: About,
): Promise<{ decision: Decision; exceptions: readonly Exception[] }> {
  const { endpoint, decision } = about;
  if (!decision.isAllowed) return { decision, exceptions: [] };
  const fields = fieldExceptions(ctx, about);
  const refused = await refusedOrder(ctx, about);
  if (!refused) return { decision, exceptions: fields };
  const held: Decision = { ...decision, isAllowed: false, rule: refused.name as DecidingRule };
  if (endpoint.orders === 'always') return { decision: held, exceptions: [] };
  const text = exceptionTexts.dearer(render(refused.name, ctx.language, refused.values ?? {}))[
    ctx.language
  ];
  return {
    decision,
    exceptions: [...fields, { text, changers: await whoCanChange(ctx, about.person, held) }],
  };
}

/**
 * What the guard of every order says to the person: of what is the object’s owner’s, else of what
 * is its own.
 */
async function refusedOrder(
  ctx: SignedInContext,
  { person, endpoint, decision: { object } }: About,
): Promise<Reason | null> {
  if (!endpoint.orders) return null;
  const order = object
    ? { ownerId: object.ownerId, name: object.name }
    : { ownerId: person.actor.userId };
  return (await orderRefusal({ db: ctx.db, actor: person.actor }, order))?.reasons[0] ?? null;
}

const fieldExceptions = ({ language }: SignedInContext, { person, endpoint }: About): Exception[] =>
  shutFields(person, endpoint).map(({ access, title, why }) => ({
    text: exceptionTexts.field(title[language], why[language])[language],
    changers: roles
      .filter((role) => holds(role, access))
      .map((role) => ({
        kind: 'role',
        name: roleTitles[role][language],
        how: ways.changeField[language],
      })),
  }));
