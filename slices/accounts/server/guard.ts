import type { Endpoint } from '../../../contract/endpoint.ts';
import { refuse } from '../../../contract/errors.ts';
import { closureOf } from '../../../server/platform/access/closure.ts';
import type { Context } from '../../../server/platform/context.ts';
import { accountMachine } from './states/account.ts';
import { billingMachine } from './states/billing.ts';

/**
 * A suspended or locked account, and one whose billing profile locks it, sees everything and changes nothing but itself and its
 * billing: what was turned off must not be turned on again by its owner. Throws `accountSuspended`, `accountNeedsBilling`.
 */
export async function guardAccountState(ctx: Context, _operation: string, endpoint: Endpoint): Promise<void> {
  const account = ctx.actor?.session?.account;
  if (!account || !ctx.actor) return;
  const closure = closureOf({ role: ctx.actor.role, ...account }, endpoint);
  if (closure === 'accountSuspended') {
    const state = accountMachine.states.find(({ value }) => value === account.accountState);
    throw refuse('accountSuspended', { state: state?.title[ctx.language] ?? account.accountState });
  }
  if (closure === 'accountNeedsBilling') {
    const state = billingMachine.states.find(({ value }) => value === account.billingState);
    throw refuse('accountNeedsBilling', { state: state?.title[ctx.language] ?? String(account.billingState) });
  }
}
