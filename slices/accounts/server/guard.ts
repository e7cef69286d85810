import type { Endpoint } from '../../../contract/endpoint.ts';
import { type Refusal, refuse } from '../../../contract/errors.ts';
import { closureOf } from '../../../server/platform/access/closure.ts';
import type { Context } from '../../../server/platform/context.ts';
import { accountMachine } from './states/account.ts';
import { billingMachine } from './states/billing.ts';
import { type Machine, titleOf } from './states/machine.ts';

/**
 * A suspended or locked account, and one whose billing profile locks it, sees everything and changes nothing but itself and its
 * billing: what was turned off must not be turned on again by its owner, nor by a child it pays for. One that was disapproved orders
 * nothing new. Throws `accountSuspended`, `accountNeedsBilling`, `orderNeedsBilling`, `parentSuspended`, `parentNeedsBilling`.
 */
export async function guardAccountState(ctx: Context, _operation: string, endpoint: Endpoint): Promise<void> {
  const account = ctx.actor?.session?.account;
  if (!account || !ctx.actor) return;
  const closure = closureOf({ role: ctx.actor.role, ...account }, endpoint);
  if (closure) throw closureRefusal(closure);
}

/** What closes an account, in words. */
export function closureRefusal({ rule, state }: NonNullable<ReturnType<typeof closureOf>>): Refusal {
  const machine = (typeof state === 'number' ? billingMachine : accountMachine) as unknown as Machine;
  return refuse(rule, { state: titleOf(machine, state) });
}
