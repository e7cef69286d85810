/**
 * The rows of a table that a scoped connection can see and write. The conditions of the queries are
 * more specific. This rule protects rows when a query has none. Columns in `secretColumns` can't be
 * read or written in any row.
 */
export type RowRule = RowCondition & { secretColumns?: readonly string[] };

type RowCondition =
  | OwnedRows
  /**
   * Rows that belong to a row of another table and have its visibility. `column` refers to `key`
   * (default `id`) of `parent`.
   */
  | { kind: 'below'; parent: string; column: string; key?: string }
  /**
   * A custom condition. `$accounts`, `$sites`, and `$companies` are replaced by the arrays of the
   * scope, `$caller` by the caller's ID. `using`: the visible rows. `check`: the writable rows, by
   * default the visible ones. `changes` and `deletes`: the rows that can be updated or deleted, by
   * default those of `check`.
   */
  | { kind: 'condition'; using: string; check?: string; changes?: string; deletes?: string }
  /** No access for scoped connections. */
  | { kind: 'closed'; reason: string }
  /** No row security, for a reviewed reason. */
  | { kind: 'open'; reason: string };

/** Rows of an account, and if a column is specified, of a site. */
export interface OwnedRows {
  kind: 'owned';
  /** Columns with an account ID. One of them within the scope is enough. */
  accounts: readonly string[];
  /** The column with the site ID. If omitted, the site is that of the account. */
  site?: string;
  /**
   * The column contains the site where the row was created. Administrators of the account's current
   * site can also see the row.
   */
  followsAccount?: true;
  /**
   * The column with the company that bills the account. Administrators of the company can see the
   * row even after the account has moved.
   */
  company?: string;
  /**
   * Visible also to administrators of every company that has billed the account, even after it has
   * moved.
   */
  isForBooks?: true;
  /**
   * SQL condition for rows that everyone can see, such as catalog images. Scoped connections can't
   * write them.
   */
  sharedWhen?: string;
}

const scopeAccounts = '(select row_scope_accounts())::uuid[]';
const scopeSites = '(select row_scope_sites())::uuid[]';

/** The caller's own account, which is the first one in the scope. */
const scopeCaller = '(select (row_scope_accounts())[1])';
/** The companies that the caller administers. */
const scopeCompanies = `array(select company_id from company_admin where user_id = ${scopeCaller})`;

/** SQL conditions for the rows of a table that can be seen, inserted, updated, and deleted. */
export interface PolicyConditions {
  sees: string;
  /** Condition for the new row, also on update. */
  writes: string;
  updates: string;
  deletes: string;
}

/** Returns the conditions of a rule's policies on `table`. Null for an open or closed table. */
export function policyConditions(
  table: string,
  rule: RowRule,
  ruleOf: (table: string) => RowRule | undefined,
): PolicyConditions | null {
  switch (rule.kind) {
    case 'open':
    case 'closed':
      return null;
    case 'condition': {
      const writes = resolveCondition(rule.check ?? rule.using);
      return {
        sees: resolveCondition(rule.using),
        writes,
        updates: rule.changes === undefined ? writes : resolveCondition(rule.changes),
        deletes: rule.deletes === undefined ? writes : resolveCondition(rule.deletes),
      };
    }
    case 'below':
      return belowConditions(table, rule, ruleOf);
    case 'owned': {
      const ownCondition = ownedCondition(table, rule);
      const sees = rule.sharedWhen ? `${ownCondition} or (${rule.sharedWhen})` : ownCondition;
      return { sees, writes: ownCondition, updates: ownCondition, deletes: ownCondition };
    }
  }
}

const resolveCondition = (condition: string): string =>
  condition
    .replaceAll('$accounts', scopeAccounts)
    .replaceAll('$sites', scopeSites)
    .replaceAll('$companies', scopeCompanies)
    .replaceAll('$caller', scopeCaller);

/**
 * Visible with the parent's row, and writable where the parent's row is writable, because the
 * parent's row can be shared.
 */
function belowConditions(
  table: string,
  { parent, column, key = 'id' }: RowRule & { kind: 'below' },
  ruleOf: (table: string) => RowRule | undefined,
): PolicyConditions {
  const joinCondition = `${parent}.${key} = ${table}.${column}`;
  const sees = `exists (select from ${parent} where ${joinCondition})`;
  const parentRule = ruleOf(parent);
  const parentConditions = parentRule ? policyConditions(parent, parentRule, ruleOf) : null;
  const writes =
    parentConditions === null || parentConditions.updates === parentConditions.sees
      ? sees
      : `exists (select from ${parent} where ${joinCondition} and (${parentConditions.updates}))`;
  return { sees, writes, updates: writes, deletes: writes };
}

function ownedCondition(table: string, rule: OwnedRows): string {
  const accountConditions = rule.accounts.map((column) => `${column} = any(${scopeAccounts})`);
  const first = rule.accounts[0];
  const siteConditions = rule.site ? [`${rule.site} = any(${scopeSites})`] : [];
  const companyConditions = rule.company ? [`${rule.company} = any(${scopeCompanies})`] : [];
  const booksConditions = rule.isForBooks
    ? [
        `exists (select from ledger_account book where book.user_id = ${table}.${first} and book.company_id = any(${scopeCompanies}))`,
      ]
    : [];
  const accountSiteCondition = `(cardinality(${scopeSites}) > 0 and exists (select from user_account account where account.id = ${table}.${first} and account.site_id = any(${scopeSites})))`;
  return [
    ...accountConditions,
    ...siteConditions,
    ...companyConditions,
    ...booksConditions,
    ...(rule.site && !rule.followsAccount ? [] : [accountSiteCondition]),
  ].join(' or ');
}

/** Columns that a scoped connection can't read or write in any row. */
export const secretColumnsOf = (rule: RowRule | undefined): readonly string[] =>
  rule?.secretColumns ?? [];
