import type { Endpoint } from '../../../contract/endpoint.ts';
import { type UserError, userError } from '../../../contract/errors.ts';
import { closureOf } from '../../../server/platform/access/closure.ts';
import type { Context } from '../../../server/platform/context.ts';
import { accountMachine } from './states/account.ts';
import { billingMachine } from './states/billing.ts';
import { type Machine, titleOf } from './states/machine.ts';

/**
 * A suspended, locked or billing-locked account can see everything but change only itself and its
 * billing, so that neither it nor its sub-accounts can turn servers back on. A disapproved account
 * can't place orders. Throws `accountSuspended`, `accountNeedsBilling`, `orderNeedsBilling`,
 * `parentSuspended`, `parentNeedsBilling`.
 */
export async function guardAccountState(
  ctx: Context,
  _operation: string,
  endpoint: Endpoint,
): Promise<void> {
  const account = ctx.actor?.session?.account;
  if (!account || !ctx.actor) return;
  const closure = closureOf({ role: ctx.actor.role, ...account }, endpoint);
  if (closure) throw closureRefusal(closure);
}

/** The localized reason for an account restriction. */
export function closureRefusal({
  rule,
  state,
}: NonNullable<ReturnType<typeof closureOf>>): UserError {
  const machine = (typeof state === 'number'
    ? billingMachine
    : accountMachine) as unknown as Machine;
  return userError(rule, { state: titleOf(machine, state) });
}
