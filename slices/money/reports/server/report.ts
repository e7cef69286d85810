import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '../../../../contract/access/permissions.ts';
import type { IconName } from '../../../../contract/icons.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { MenuSection } from '../../../../contract/menu.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { ReportId } from '../rules.ts';
import { localize } from '../texts/localize.ts';

/**
 * The type of a cell: a `word` is one of a fixed set of values, `money` is in the currency of
 * another column of the row, a `day` is a calendar day such as `2026-11-24`, and a `user` or
 * `server` is a name linked to its page.
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
  /** For `money`: the column that contains the currency. Omitted: `currency`. */
  currency?: string;
  /** The text shown if there is no value. */
  missing?: LocalizedText;
  /** Hidden on the screen until the reader selects it. Always included in the CSV. */
  isExtra?: boolean;
}

export interface ReportFilter {
  key: 'days' | 'state' | 'month';
  title: LocalizedText;
  options: readonly { value: string; title: LocalizedText }[];
  /** The default filter value. Omitted: all rows. */
  fallback?: string;
}

export type FilterValues = Partial<Record<ReportFilter['key'], string>>;

/**
 * A report is defined in one file. Its screen, endpoint, CSV and menu entry are generated from this
 * declaration.
 */
export interface Report {
  id: ReportId;
  title: LocalizedText;
  /** A shorter title for the menu. */
  menuTitle?: LocalizedText;
  /** Its purpose, in one sentence. */
  detail: LocalizedText;
  icon: IconName;
  /** The menu section, if it isn't that of the site reports. */
  section?: MenuSection;
  /** For `reports.billing` reports, each row must have the billing company as `company_id`. */
  access: Extract<Permission, `reports.${string}`>;
  columns: readonly ReportColumn[];
  /**
   * Why the rows are read beyond the caller's scope. The access filter is still added to the
   * statement.
   */
  beyondScope?: string;
  filters?: readonly ReportFilter[];
  /** A column, prefixed with `-` for descending order. */
  sorting: string;
  /**
   * A statement with the columns `id` (text, unique), `user_id`, `site_id` (the owner of the row),
   * `server_id` (nullable) and one per column key. The access filter is added to it.
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

/** The first columns of most reports about users. */
export const columnsOfUser: readonly ReportColumn[] = [userColumn, siteColumn];

/** SQL over `u` and `site`: the values of these columns and the row's owner. */
export const userFields = sql`u.id as user_id, u.site_id, u.email, site.name as site`;
/** The same values with the company that bills the user. */
export const billedFields = sql`${userFields}, company_of_site(u.site_id) as company_id`;

export const columnsOfServer: readonly ReportColumn[] = [
  { key: 'server', title: localize('report.server'), type: 'server' },
  { key: 'datacenter', title: localize('report.datacenter'), type: 'text' },
];

/** SQL over `server`: the values of these columns. */
export const serverFields = sql`server.id as server_id, server.name as server, server.datacenter_code as datacenter`;

/** A column with enumerated values. */
export const labelColumn = (
  key: string,
  title: LocalizedText,
  labels: Readonly<Record<string, LocalizedText>>,
): ReportColumn => ({
  ...{ key, title, type: 'word', words: labels },
});

/** A column of amounts in the row's currency, unless `more` names a different currency column. */
export const moneyColumn = (
  key: string,
  title: LocalizedText,
  more: Pick<ReportColumn, 'currency' | 'missing'> = {},
): ReportColumn => ({
  ...{ key, title, type: 'money' },
  ...more,
});
/** The currency of a row's amounts, shown with each amount. */
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
export const resourceColumn = labelColumn('kind', localize('thingColumn'), {
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

/** SQL: whether the account is suspended, in any way or in the way selected by the filter. */
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
