import { render } from '../../../../contract/errors/messages.ts';
import type { Language } from '../../../../contract/languages.ts';
import {
  type AccountRestrictions,
  restrictionOf,
} from '../../../../server/platform/access/restriction.ts';
import { restrictionError } from '../../../people/accounts/server/index.ts';

export interface BillingRestriction {
  /**
   * `orders`: no new orders and no cost increases. `changes`: no changes except to the account
   * itself and its billing.
   */
  heldBack: 'nothing' | 'orders' | 'changes';
  /**
   * The cause, if it isn't the state of the billing profile: a suspension or the paying account.
   */
  heldBackBy: string | null;
}

/**
 * Returns the restrictions from the states of an account and its paying account, as checked in
 * every call.
 */
export function heldBackFor(account: AccountRestrictions, language: Language): BillingRestriction {
  const [changes, orders] = [
    closing(account, 'servers.operate'),
    closing(account, 'servers.create'),
  ];
  const restriction = changes ?? orders;
  if (!restriction) return { heldBack: 'nothing', heldBackBy: null };
  const isOwnProfile =
    restriction.rule === 'accountNeedsBilling' || restriction.rule === 'orderNeedsBilling';
  return {
    heldBack: changes ? 'changes' : 'orders',
    heldBackBy: isOwnProfile ? null : restrictionText(language, restriction),
  };
}

const closing = (account: AccountRestrictions, access: 'servers.operate' | 'servers.create') =>
  restrictionOf(account, { access, changes: true });

function restrictionText(
  language: Language,
  restriction: NonNullable<ReturnType<typeof restrictionOf>>,
): string {
  const [reason] = restrictionError(restriction).reasons;
  return reason ? render(reason.name, language, reason.values) : '';
}
