import type { Endpoint } from '../../../../contract/endpoint.ts';
import { type UserError, userError } from '../../../../contract/errors/errors.ts';
import { restrictionOf } from '../../../../server/platform/access/restriction.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { accountMachine } from './states/account.ts';
import { billingMachine } from './states/billing.ts';
import { type Machine, titleOf } from './states/machine.ts';

/**
 * A suspended, locked or billing-locked account can see everything but change only itself and its
 * billing, so that neither it nor its sub-accounts can turn servers back on. A disapproved account
 * can't place orders. Throws `accountSuspended`, `accountNeedsBilling`, `orderNeedsBilling`,
 * `parentSuspended`, `parentNeedsBilling`.
 */
export async function requireAccountState(
  ctx: Context,
  _operation: string,
  endpoint: Endpoint,
): Promise<void> {
  const account = ctx.actor?.session?.account;
  if (!account || !ctx.actor) return;
  const restriction = restrictionOf({ role: ctx.actor.role, ...account }, endpoint);
  if (restriction) throw restrictionError(restriction);
}

/** The localized reason for an account restriction. */
export function restrictionError({
  rule,
  state,
}: NonNullable<ReturnType<typeof restrictionOf>>): UserError {
  const machine = (typeof state === 'number'
    ? billingMachine
    : accountMachine) as unknown as Machine;
  return userError(rule, { state: titleOf(machine, state) });
}
