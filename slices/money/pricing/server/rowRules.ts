import {
  ownedAtSite,
  type RowRules,
  sellerRows,
} from '../../../../server/platform/database/rowSecurity/rules.ts';

/** The row-level security of each table: which rows the caller's scope can read and change. */
export const rowRules: RowRules = {
  span: ownedAtSite('owner_id'),
  price_list: sellerRows,
  price_item: sellerRows,
  // A sub-account is charged with the list assigned to the account that pays for it.
  price_list_grant: {
    kind: 'condition',
    using: 'exists (select from user_account account where account.id = price_list_grant.user_id)',
    check:
      'exists (select from user_account account where account.id = price_list_grant.user_id and (account.id = any($accounts) or account.site_id = any($sites)))',
  },
  price_list_withdrawal: sellerRows,
};
