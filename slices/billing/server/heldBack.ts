import { render } from '../../../contract/messages.ts';
import { type Person, readPerson } from '../../../server/platform/access/actors.ts';
import { closureOf } from '../../../server/platform/access/closure.ts';
import type { Context } from '../../../server/platform/context.ts';
import { closureRefusal } from '../../accounts/server/index.ts';

export interface HeldBack {
  /** `orders`: nothing new is ordered and nothing made dearer; `changes`: nothing at all is changed but the account itself and its billing. */
  heldBack: 'nothing' | 'orders' | 'changes';
  /** What does, where it is not the state of the billing profile itself: a suspension, or the account that pays. */
  heldBackBy: string | null;
}

/** What the states of an account, and of the one that pays for it, keep it from: asked of what guards every call. */
export async function heldBackFrom(ctx: Pick<Context, 'db' | 'language'>, userId: string): Promise<HeldBack> {
  const person = await readPerson(ctx.db, userId);
  if (!person) throw new Error(`There is no account ${userId}.`);
  const [changes, orders] = [closing(person, 'servers.operate'), closing(person, 'servers.create')];
  const closure = changes ?? orders;
  if (!closure) return { heldBack: 'nothing', heldBackBy: null };
  const isOwnProfile = closure.rule === 'accountNeedsBilling' || closure.rule === 'orderNeedsBilling';
  return { heldBack: changes ? 'changes' : 'orders', heldBackBy: isOwnProfile ? null : inWords(ctx, closure) };
}

const closing = (person: Person, access: 'servers.operate' | 'servers.create') =>
  closureOf({ role: person.actor.role, ...person }, { access, changes: true });

function inWords({ language }: Pick<Context, 'language'>, closure: NonNullable<ReturnType<typeof closureOf>>): string {
  const [reason] = closureRefusal(closure).reasons;
  return reason ? render(reason.name, language, reason.values) : '';
}
