import type { RowRule } from './policy.ts';

export type RowRules = Readonly<Record<string, RowRule>>;

export const owned = (...accounts: string[]): RowRule => ({ kind: 'owned', accounts });
/** Rows with the site's ID in `site_id`. */
export const ownedAtSite = (...accounts: string[]): RowRule => ({
  kind: 'owned',
  accounts,
  site: 'site_id',
});
/** The same, with access for the current administrators of the account's site. */
export const accountRows = (...accounts: string[]): RowRule => ({
  kind: 'owned',
  accounts,
  site: 'site_id',
  followsAccount: true,
});
/** Rows of an account, billed by the company in `company_id`. */
export const billed = (...accounts: string[]): RowRule => ({
  kind: 'owned',
  accounts,
  company: 'company_id',
});
/** Rows of an account that a company needs for its accounting. */
export const billingRule = (...accounts: string[]): RowRule => ({
  kind: 'owned',
  accounts,
  isForBooks: true,
});
export const shared = (rule: RowRule, sharedWhen: string): RowRule =>
  ({ ...rule, sharedWhen }) as RowRule;
export const below = (parent: string, column: string, key?: string): RowRule => ({
  kind: 'below',
  parent,
  column,
  ...(key ? { key } : {}),
});
export const open = (reason: string): RowRule => ({ kind: 'open', reason });

/** Adds columns that only the portal's own work can read and write. */
export const withSecrets = (rule: RowRule, ...secretColumns: string[]): RowRule => ({
  ...rule,
  secretColumns,
});

export const portalRows = open('work of the portal itself, with nothing of a customer');
export const siteRows = open('what a site shows or sets for everybody on it');
export const sellerRows = open(
  'what a company sells and how; the prices and rules of its customers are read of it',
);
