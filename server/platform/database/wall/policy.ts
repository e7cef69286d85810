/**
 * Which rows of a table a scoped connection sees and writes. The conditions of the queries stay the
 * finer rule; this one finds out when a query has none. `secretColumns` can neither be read nor
 * written in any row.
 */
export type RowRule = RowCondition & { secretColumns?: readonly string[] };

type RowCondition =
  | OwnedRows
  /**
   * Rows that belong to a row of another table: as visible as that row. `column` refers to `key`
   * (default `id`) of `parent`.
   */
  | { kind: 'below'; parent: string; column: string; key?: string }
  /**
   * A custom condition. `$accounts`, `$sites`, and `$companies` are replaced by the arrays of the
   * scope, `$caller` by the caller's id.
   */
  | { kind: 'condition'; using: string; check?: string }
  /** No right at all for a scoped connection. */
  | { kind: 'closed'; reason: string }
  /** No row security, for a reviewed reason. */
  | { kind: 'open'; reason: string };

/** Rows of an account, and if a column is given, of a site. */
export interface OwnedRows {
  kind: 'owned';
  /** Columns with the id of an account; one of them within the scope is enough. */
  accounts: readonly string[];
  /** The column with the id of the site. Without one, the site is that of the account. */
  site?: string;
  /**
   * The column has the site where the row was created: administrators of the account's current site
   * see the row as well.
   */
  followsAccount?: true;
  /**
   * The column with the company that bills the account. Its administrators see the row wherever the
   * account has moved since.
   */
  company?: string;
  /**
   * Also for administrators of every company that has the account in its books, wherever it has
   * moved since.
   */
  isForBooks?: true;
  /**
   * SQL for rows that everyone can see, such as catalog images. Scoped connections can't write
   * them.
   */
  sharedWhen?: string;
}

const scopeAccounts = '(select row_scope_accounts())::uuid[]';
const scopeSites = '(select row_scope_sites())::uuid[]';

/** The account of the caller itself: the first of the scope. */
const scopeCaller = '(select (row_scope_accounts())[1])';
/** The companies the caller administers. */
const scopeCompanies = `array(select company_id from company_admin where user_id = ${scopeCaller})`;

/**
 * The conditions of a rule's policy on `table`: on rows that are read, and on rows that are
 * written. Null for an open table.
 */
export function policyConditions(
  table: string,
  rule: RowRule,
): { using: string; check: string } | null {
  if (rule.kind === 'open' || rule.kind === 'closed') return null;
  if (rule.kind === 'condition') {
    const filled = (condition: string) =>
      condition
        .replaceAll('$accounts', scopeAccounts)
        .replaceAll('$sites', scopeSites)
        .replaceAll('$companies', scopeCompanies)
        .replaceAll('$caller', scopeCaller);
    return { using: filled(rule.using), check: filled(rule.check ?? rule.using) };
  }
  if (rule.kind === 'below') {
    const condition = `exists (select from ${rule.parent} parent where parent.${rule.key ?? 'id'} = ${table}.${rule.column})`;
    return { using: condition, check: condition };
  }
  const ofAccounts = rule.accounts.map((column) => `${column} = any(${scopeAccounts})`);
  const first = rule.accounts[0];
  const ofSite = rule.site ? [`${rule.site} = any(${scopeSites})`] : [];
  const ofCompany = rule.company ? [`${rule.company} = any(${scopeCompanies})`] : [];
  const ofBooks = rule.isForBooks
    ? [
        `exists (select from ledger_account book where book.user_id = ${table}.${first} and book.company_id = any(${scopeCompanies}))`,
      ]
    : [];
  const ofAccountsSite = `(cardinality(${scopeSites}) > 0 and exists (select from user_account account where account.id = ${table}.${first} and account.site_id = any(${scopeSites})))`;
  const check = [
    ...ofAccounts,
    ...ofSite,
    ...ofCompany,
    ...ofBooks,
    ...(rule.site && !rule.followsAccount ? [] : [ofAccountsSite]),
  ].join(' or ');
  return { using: rule.sharedWhen ? `${check} or (${rule.sharedWhen})` : check, check };
}

/** Columns that a scoped connection can neither read nor write in any row. */
export const secretColumnsOf = (rule: RowRule | undefined): readonly string[] =>
  rule?.secretColumns ?? [];
