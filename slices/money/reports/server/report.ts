import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../../../../contract/access/permissions.ts';
import type { IconName } from '../../../../contract/icons.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { MenuSection } from '../../../../contract/menu.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { ReportId } from '../rules.ts';
import { localize } from '../texts/localize.ts';

/**
 * The type of a cell: a `word` is one of a closed list, `money` is in the currency that another
 * column of the row names, a `day` is a calendar day such as `2026-11-24`, and a `user` or `server`
 * is a name, linked to its page.
 */
export type ColumnType =
  | 'text'
  | 'word'
  | 'number'
  | 'money'
  | 'moment'
  | 'day'
  | 'user'
  | 'server';

export interface ReportColumn {
  key: string;
  title: LocalizedText;
  type: ColumnType;
  /** The titles of the enumerated values. */
  words?: Readonly<Record<string, LocalizedText>>;
  /** For `money`: the column with its currency. Left out: `currency`. */
  currency?: string;
  /** Said where there is no value. */
  missing?: LocalizedText;
  /** Left out on the screen until the reader chooses it; the CSV has it. */
  isExtra?: boolean;
}

export interface ReportFilter {
  key: 'days' | 'state' | 'month';
  title: LocalizedText;
  options: readonly { value: string; title: LocalizedText }[];
  /** The default filter. Without one all rows. */
  fallback?: string;
}

export type FilterValues = Partial<Record<ReportFilter['key'], string>>;

/**
 * A report is one file: from this declaration come its screen, its call, its CSV and its place in
 * the menu.
 */
export interface Report {
  id: ReportId;
  title: LocalizedText;
  /** A shorter title for the menu. */
  menuTitle?: LocalizedText;
  /** Its purpose, in one sentence. */
  detail: LocalizedText;
  icon: IconName;
  /** Where its place in the menu is, unless among the reports of the site. */
  section?: MenuSection;
  /** For a `reports.billing` report, each row has the billing company as `company_id`. */
  access: Extract<Permission, `reports.${string}`>;
  columns: readonly ReportColumn[];
  /**
   * Why the rows are read beyond the caller's scope. Who may see which rows is added to the
   * statement all the same.
   */
  beyondScope?: string;
  filters?: readonly ReportFilter[];
  /** A column, with `-` in front for descending. */
  sorting: string;
  /**
   * One statement with the columns `id` (text, unique), `user_id`, `site_id` (the owner of the
   * row), `server_id` (nullable) and one per column key. The access filter is added to it.
   */
  rows(ctx: Context, filters: FilterValues): RawBuilder<unknown>;
}

export const defineReport = (report: Report): Report => report;

export const userColumn: ReportColumn = {
  key: 'email',
  title: localize('userColumn'),
  type: 'user',
};
export const siteColumn: ReportColumn = {
  key: 'site',
  title: localize('siteColumn'),
  type: 'text',
};

/** Columns that most reports about people begin with. */
export const columnsOfUser: readonly ReportColumn[] = [userColumn, siteColumn];

/** The values of these columns and the row's owner, over `u` and `site`. */
export const userFields = sql`u.id as user_id, u.site_id, u.email, site.name as site`;
/** The same, with the company that bills the user. */
export const billedFields = sql`${userFields}, company_of_site(u.site_id) as company_id`;

export const columnsOfServer: readonly ReportColumn[] = [
  { key: 'server', title: localize('report.server'), type: 'server' },
  { key: 'datacenter', title: localize('report.datacenter'), type: 'text' },
];

/** The values of these columns, over `server`. */
export const serverFields = sql`server.id as server_id, server.name as server, server.datacenter_code as datacenter`;

/** A column with enumerated values. */
export const labelColumn = (
  key: string,
  title: LocalizedText,
  words: Readonly<Record<string, LocalizedText>>,
): ReportColumn => ({
  ...{ key, title, type: 'word', words },
});

/** A column of amounts in the row's currency, unless `more` names the column of another. */
export const moneyColumn = (
  key: string,
  title: LocalizedText,
  more: Pick<ReportColumn, 'currency' | 'missing'> = {},
): ReportColumn => ({
  ...{ key, title, type: 'money' },
  ...more,
});
/** The currency of the amounts in a row, shown with each of them. */
export const currencyColumn: ReportColumn = {
  key: 'currency',
  title: localize('currencyColumn'),
  type: 'text',
};

export const accountStateColumn = labelColumn('state', localize('accountStateColumn'), {
  Ok: localize('accountStateColumn.ok'),
  Warning: localize('accountStateColumn.warning'),
  'Suspended-Policy': localize('accountStateColumn.suspendedPolicy'),
  'Suspended-Billing': localize('accountStateColumn.suspendedBilling'),
  Locked: localize('accountStateColumn.locked'),
});

/** The metered resource. */
export const thingColumn = labelColumn('kind', localize('thingColumn'), {
  server: localize('thingColumn.server'),
  image: localize('thingColumn.image'),
  backup: localize('thingColumn.backup'),
});

export const suspendedStates = ['Suspended-Policy', 'Suspended-Billing'] as const;

export const stateFilter: ReportFilter = {
  key: 'state',
  title: localize('stateFilter'),
  options: [
    { value: 'Suspended-Policy', title: localize('report.suspendedPolicy.policy') },
    { value: 'Suspended-Billing', title: localize('report.suspendedBilling.billing') },
  ],
};

/** The accounts of a state that suspends them, all or one of the two. */
export const isSuspended = ({ state }: FilterValues): RawBuilder<unknown> =>
  sql`u.deleted_at is null and u.account_state = any(${state ? [state] : [...suspendedStates]}::text[])`;

export const daysFilter = (title: LocalizedText, fallback: string): ReportFilter => ({
  key: 'days',
  title,
  options: ['7', '30', '90', '365'].map((value) => ({
    value,
    title: localize('report.options.days', { value }),
  })),
  fallback,
});

const monthTitles = [
  localize('report.monthTitles.month'),
  localize('report.monthTitles.lastMonth'),
];
/** The month, as the number of months before this one. */
export const monthFilter: ReportFilter = {
  key: 'month',
  title: localize('monthFilter'),
  options: Array.from({ length: 13 }, (_, before) => ({
    value: String(before),
    title: monthTitles[before] ?? localize('report.options.monthsAgo', { before }),
  })),
  fallback: '0',
};
