import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { oneOf, userError } from '../../../../contract/errors/errors.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import { requirePermission, visibleTo } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { csvLine, csvMark } from '../../../../server/platform/csv.ts';
import {
  containing,
  type Page,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { companyAccessFilter } from '../../companies/server/index.ts';
import type { reportHead, reportRow, reportTotal } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import type { ColumnType, FilterValues, Report, ReportColumn } from './report.ts';
import { reports } from './reports/index.ts';

type Row = z.input<typeof reportRow>;
type Cell = Row['cells'][string];
type Found = Record<string, Date | string | number | null>;

export interface ReportQuery {
  filter?: string | undefined;
  sorting?: string | undefined;
  size?: number | undefined;
  start?: string | undefined;
  days?: number | undefined;
  state?: string | undefined;
  month?: number | undefined;
}

/** Throws `notFound`, and `notAllowed` for a report that the user has no permission for. */
export function findReport(ctx: SignedInContext, id: string): Report {
  const report = reports.find((candidate) => candidate.id === id);
  if (!report) throw userError('notFound', { what: 'report', id });
  requirePermission(ctx, report.access);
  return report;
}

export function reportHeader(ctx: SignedInContext, report: Report): z.input<typeof reportHead> {
  const { language } = ctx;
  return {
    ...{
      id: report.id,
      title: report.title[language],
      detail: report.detail[language],
      sorting: report.sorting,
    },
    columns: report.columns.map(
      ({ key, title, type, words = {}, currency = 'currency', missing, isExtra = false }) => ({
        ...{
          key,
          title: title[language],
          type,
          currency: type === 'money' ? currency : null,
          missing: missing?.[language] ?? null,
          isExtra,
        },
        words: Object.fromEntries(
          Object.entries(words).map(([value, title]) => [value, title[language]]),
        ),
      }),
    ),
    filters: (report.filters ?? []).map(({ key, title, options }) => ({
      ...{ key, title: title[language] },
      options: options.map((option) => ({ value: option.value, title: option.title[language] })),
    })),
  };
}

/**
 * The access filter of a report. Billing administrators see their companies' customers, and all
 * others see their usual scope.
 */
const isVisible = (ctx: SignedInContext, { access }: Report): RawBuilder<boolean> =>
  access === 'reports.billing' && ctx.actor.role === 'billingAdmin'
    ? companyAccessFilter(ctx, 'report.company_id')
    : visibleTo(ctx, { owner: 'report.user_id', site: 'report.site_id' });

const databaseOf = (ctx: SignedInContext, { beyondScope }: Report) =>
  beyondScope ? portalDb(ctx, beyondScope) : ctx.db;

const isSearchable: Record<ColumnType, boolean> = {
  ...{ text: true, word: true, user: true, server: true },
  ...{ number: false, money: false, moment: false, day: false },
};

/** The conditions for the rows that the user can access and that match the search. */
function conditionsOf(
  ctx: SignedInContext,
  report: Report,
  { filter }: ReportQuery,
): RawBuilder<unknown>[] {
  const searchedColumns = report.columns
    .filter(({ type }) => isSearchable[type])
    .map(({ key }) => sql.ref(`report.${key}`));
  return [
    isVisible(ctx, report),
    ...(filter
      ? [sql`concat_ws(' ', ${sql.join(searchedColumns)}) ilike ${containing(filter)}`]
      : []),
  ];
}

/**
 * The total of each amount column per currency, over all pages. Throws `inputInvalid` for an
 * unknown filter.
 */
export async function reportTotals(
  ctx: SignedInContext,
  report: Report,
  query: ReportQuery,
): Promise<z.input<typeof reportTotal>[]> {
  const money = report.columns.filter(({ type }) => type === 'money');
  if (money.length === 0) return [];
  const sums = money.map(
    ({ key, currency = 'currency' }) => sql`
      select ${key}::text as key, ${sql.ref(`rows.${currency}`)}::text as currency, trim_scale(sum(${sql.ref(`rows.${key}`)}::numeric))::text as amount
      from rows where ${sql.ref(`rows.${key}`)} is not null and ${sql.ref(`rows.${currency}`)} is not null group by 2`,
  );
  const { rows } = await sql<z.input<typeof reportTotal>>`
    with rows as materialized (
      select report.* from (${report.rows(ctx, filterValues(report, query))}) report
      where ${sql.join(conditionsOf(ctx, report, query), sql` and `)})
    ${sql.join(sums, sql` union all `)} order by 1, 2`.execute(databaseOf(ctx, report));
  return rows;
}

/**
 * A page of the rows that the user can access. Throws `inputInvalid` for a filter that the report
 * doesn't have.
 */
export async function runReport(
  ctx: SignedInContext,
  report: Report,
  query: ReportQuery,
): Promise<Page<Row>> {
  const filters = filterValues(report, query);
  return await readListPage<Found, Row>(
    databaseOf(ctx, report),
    {
      from: sql`(${report.rows(ctx, filters)}) report`,
      columns: sql`report.*`,
      where: conditionsOf(ctx, report, query),
      sorts: Object.fromEntries(report.columns.map((column) => [column.key, sortOf(column)])),
      id: { column: sql`report.id::uuid`, type: 'uuid' },
      defaultSorting: report.sorting,
      map: (row) => present(report, row),
    },
    query,
    Object.fromEntries(Object.entries(filters)),
  );
}

const noFilter = localize('noFilter');

function filterValues(report: Report, { days, state, month }: ReportQuery): FilterValues {
  const filterValuesOfQuery: FilterValues = {
    ...(days === undefined ? {} : { days: String(days) }),
    ...(state === undefined ? {} : { state }),
    ...(month === undefined ? {} : { month: String(month) }),
  };
  const values: FilterValues = {};
  for (const { key, options, fallback } of report.filters ?? []) {
    const value = filterValuesOfQuery[key] ?? fallback;
    if (value !== undefined && !options.some((option) => option.value === value))
      throw userError(
        'inputInvalid',
        { problem: oneOf(options.map((option) => option.value)) },
        key,
      );
    if (value !== undefined) values[key] = value;
  }
  const unknown = Object.keys(filterValuesOfQuery).find(
    (key) => !(report.filters ?? []).some((filter) => filter.key === key),
  );
  if (unknown !== undefined) throw userError('inputInvalid', { problem: noFilter }, unknown);
  return values;
}

/** Sort keys are never null. Missing values come first. */
function sortOf({ key, type }: ReportColumn): {
  column: RawBuilder<unknown>;
  type: 'text' | 'numeric' | 'timestamptz';
} {
  const column = sql.ref(`report.${key}`);
  const kinds: Record<ColumnType, ReturnType<typeof sortOf>> = {
    number: { column: sql`coalesce(${column}, '-infinity'::numeric)`, type: 'numeric' },
    money: { column: sql`coalesce(${column}, '-infinity'::numeric)`, type: 'numeric' },
    moment: { column: sql`coalesce(${column}, '-infinity')`, type: 'timestamptz' },
    day: { column: sql`coalesce(${column}, '')`, type: 'text' },
    text: { column: sql`lower(coalesce(${column}, ''))`, type: 'text' },
    word: { column: sql`coalesce(${column}, '')`, type: 'text' },
    user: { column: sql`lower(${column})`, type: 'text' },
    server: { column: sql`lower(${column})`, type: 'text' },
  };
  return kinds[type];
}

function present(report: Report, row: Found): Row {
  const cell = (value: Found[string] | undefined): Cell =>
    value instanceof Date ? value.toISOString() : (value ?? null);
  const idOf = (key: string): string | null => (typeof row[key] === 'string' ? row[key] : null);
  return {
    id: idOf('id') ?? '',
    cells: Object.fromEntries(report.columns.map(({ key }) => [key, cell(row[key])])),
    ...{ userId: idOf('user_id'), siteId: idOf('site_id'), serverId: idOf('server_id') },
  };
}

/** A cell as displayed: the title of an enumerated value, or the placeholder of an empty cell. */
const cellText = (
  { language }: SignedInContext,
  { words, missing }: ReportColumn,
  cell: Cell | undefined,
): Cell => words?.[String(cell)]?.[language] ?? cell ?? missing?.[language] ?? null;

const batch = 500;

/** All rows as CSV, in batches, so that the report is never entirely in memory. */
export async function* reportCsv(
  ctx: SignedInContext,
  report: Report,
  query: ReportQuery,
): AsyncGenerator<string> {
  yield csvMark + csvLine(report.columns.map(({ title }) => title[ctx.language]));
  let start: string | undefined;
  do {
    const page = await runReport(ctx, report, { ...query, size: batch, start });
    for (const { cells } of page.items)
      yield csvLine(report.columns.map((column) => cellText(ctx, column, cells[column.key])));
    start = page.next ?? undefined;
  } while (start !== undefined);
}
