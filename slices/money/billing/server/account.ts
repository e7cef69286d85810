import { type RawBuilder, sql } from 'kysely';
import type { AccountRestrictions } from '../../../../server/platform/access/restriction.ts';
import type { BillingState } from '../../../people/accounts/server/index.ts';

/** The billing data of an account. */
export interface Account {
  state: BillingState;
  /** The state of the profile itself. During a deposit request, this is the state to restore. */
  profileState: BillingState;
  paymentType: string;
  /** Whether another account is charged for this account's usage. */
  isPaidByOther: boolean;
  /** The name of the account's site. */
  site: string;
  standing: AccountRestrictions;
}

const accountStatusOf = (
  account: string,
  parent: RawBuilder<unknown> | null,
): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${account}.${name}`);
  return sql`jsonb_build_object('role', ${column('role')}, 'accountState', ${column('account_state')}, 'billingState', ${column('billing_state')}${parent ? sql`, 'parent', ${parent}` : sql``})`;
};

/** Query for an account. Returns no row if it doesn't exist. */
export const accountQuery = (userId: string): RawBuilder<Account> => sql<Account>`
  select u.billing_state::integer as state, coalesce(case when u.billing_state = 9 then u.deposit_from end, u.billing_state)::integer as "profileState",
    u.payment_type as "paymentType", u.parent_id is not null as "isPaidByOther", site.name as site,
    ${accountStatusOf('u', sql`case when payer.id is not null then ${accountStatusOf('payer', null)} end`)} as standing
  from user_account u join site on site.id = u.site_id left join user_account payer on payer.id = u.parent_id where u.id = ${userId}`;
