import { type RawBuilder, sql } from 'kysely';
import { type UserError, userError } from '../../../contract/errors/errors.ts';
import { normalizeEmail } from '../../../contract/fields/email.ts';
import { defaultPageSize } from '../../../contract/fields/page.ts';
import { localize } from '../texts/localize.ts';
import type { Database } from './database.ts';
import { selectTogether } from './selectTogether.ts';

/**
 * Counting stops at this limit. An exact count of millions costs more than the page, and the exact
 * number doesn't matter.
 */
export const countLimit = 100_000;
/**
 * Limit for counting search results. With more matches users refine the search, and counting
 * further would read every row. With 100,000 accounts and 15,000 matches this takes 7 ms instead of
 * 84.
 */
export const searchCountLimit = 5_000;

export interface ListSource<Row> {
  /** `server s join …` */
  from: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  /** All conditions must be true. The access filter is one of them. */
  where: readonly RawBuilder<unknown>[];
  /**
   * Sort keys by their public name. A key must never be null. `type` is the PostgreSQL type of a
   * cursor's value.
   */
  sorts: Record<
    string,
    { column: RawBuilder<unknown>; type: 'text' | 'numeric' | 'real' | 'timestamptz' | 'inet' }
  >;
  /** Unique tiebreaker. */
  id: { column: RawBuilder<unknown>; type: 'uuid' | 'bigint' | 'text' };
  defaultSorting: string;
  /**
   * Source for finding the page's IDs before its rows are read from `from`. An index with all
   * needed columns can then be scanned alone, without reading every row.
   */
  idsFrom?: RawBuilder<unknown> | undefined;
  /**
   * Counted instead of `from`. Omits tables that no condition uses and that have exactly one row
   * per counted row.
   */
  countFrom?: RawBuilder<unknown>;
  /**
   * Reads the total in the same statement as the page, for callers who can see few rows. Otherwise
   * both are queried in parallel.
   */
  countsAlong?: boolean;
  /** A lower counting limit than the default. */
  countLimit?: number;
  /** Only determines the type of the response items. */
  map: (row: Row) => unknown;
}

/** A row of the page query, with its position in the sort order and the total. */
interface PositionedRow {
  sort_value: string;
  sort_id: string;
  /** Set with `countsAlong`. The database counts once, regardless of the number of rows. */
  sort_total?: number;
}

export interface ListRequest {
  filter?: string | undefined;
  size?: number | undefined;
  sorting?: string | undefined;
  start?: string | undefined;
}

interface Cursor {
  /** `n`: rows after the cursor. `p`: rows before it. `l`: the last page, which needs no row. */
  way: 'n' | 'p' | 'l';
  sorting: string;
  value: string;
  id: string;
  /** 1-based position of the cursor's row. */
  position: number;
}

export interface Page<Item> {
  filter: string;
  size: number;
  total: number;
  sorting: string;
  next: string | null;
  previous: string | null;
  firstElement: number;
  lastElement: number;
  items: Item[];
  info: string | null;
  auxFilter: Record<string, string>;
}

const encode = (cursor: Cursor): string =>
  Buffer.from(
    JSON.stringify([cursor.way, cursor.sorting, cursor.value, cursor.id, cursor.position]),
  ).toString('base64url');

function decode(text: string, sorting: string): Cursor {
  try {
    const [direction, cursorSorting, value, id, position] = JSON.parse(
      Buffer.from(text, 'base64url').toString(),
    ) as [string, string, string, string, number];
    const isValid =
      (direction === 'n' || direction === 'p' || direction === 'l') &&
      cursorSorting === sorting &&
      typeof value === 'string' &&
      typeof id === 'string' &&
      Number.isSafeInteger(position);
    if (isValid) return { way: direction, sorting: cursorSorting, value, id, position };
  } catch {
    // Falls through: anything that isn't one of our cursors is rejected in the same way.
  }
  throw invalidStartError();
}

/**
 * Returns one page of a list by keyset pagination, so that page 2,000 costs as much as page 1.
 * Reads the page and the (capped) total in one or two statements. `size` 0 returns all rows. A page
 * past the end is empty, and its `previous` leads to the last page. Columns must not be named
 * `sort_value`, `sort_id`, or `sort_total`.
 */
export async function readListPage<Row, Item>(
  db: Database,
  source: Omit<ListSource<Row>, 'map'> & { map: (row: Row) => Item },
  request: ListRequest,
  auxFilter: Record<string, string> = {},
): Promise<Page<Item>> {
  const plan = planOf<Row>(source, request);
  const [{ rows: found }, knownTotal] = await Promise.all([
    sql<Row & PositionedRow>`${plan.page}`.execute(db),
    source.countsAlong ? null : countTotal(db, plan.count),
  ]);
  return { ...(await assemble(db, plan, found, knownTotal, source.map)), auxFilter };
}

/**
 * The same, with the rows of additional queries about the rows of the page, in the same statement.
 * `extraQueries` receives the IDs of the page's rows as an array expression, and the source must select
 * `id`. The page's rows are transferred as JSON too, so timestamps are strings.
 */
export async function readListPageAlong<Row, Item, Along extends Record<string, unknown>>(
  db: Database,
  source: Omit<ListSource<Row>, 'map'>,
  extraQueries: (ids: RawBuilder<string[]>) => { [Name in keyof Along]: RawBuilder<Along[Name]> },
  map: (row: Row, extras: { [Name in keyof Along]: Along[Name][] }) => Item,
  request: ListRequest,
): Promise<{
  page: Omit<Page<Item>, 'auxFilter'>;
  along: { [Name in keyof Along]: Along[Name][] };
}> {
  const plan = planOf<Row>(source, request);
  const queries = {
    page: sql`select * from page`,
    ...extraQueries(sql<string[]>`array(select id from page)`),
  };
  const [{ rows }, knownTotal] = await Promise.all([
    sql<{ page: (Row & PositionedRow)[] } & { [Name in keyof Along]: Along[Name][] }>`
      with page as materialized (${plan.page}) ${selectTogether(queries)}`.execute(db),
    source.countsAlong ? null : countTotal(db, plan.count),
  ]);
  const [found] = rows as [(typeof rows)[number]];
  return {
    page: await assemble(db, plan, found.page, knownTotal, (row) => map(row, found)),
    along: found,
  };
}

interface Plan {
  filter: string;
  size: number;
  sorting: string;
  cursor: Cursor | null;
  readsBackwards: boolean;
  /** The counting limit. */
  most: number;
  page: RawBuilder<unknown>;
  count: RawBuilder<unknown>;
}

/** Builds the statements for a page. Throws if the request is invalid. */
function planOf<Row>(source: Omit<ListSource<Row>, 'map'>, request: ListRequest): Plan {
  const size = request.size ?? defaultPageSize;
  const sorting = request.sorting ?? source.defaultSorting;
  const cursor = request.start ? decode(request.start, sorting) : null;
  const isDescending = sorting.startsWith('-');
  const sort = source.sorts[isDescending ? sorting.slice(1) : sorting];
  if (!sort) throw invalidSortError(source.sorts);

  const isBackward = cursor !== null && cursor.way !== 'n';
  const sortsDescending = isDescending !== isBackward;
  const direction = sortsDescending ? sql`desc` : sql`asc`;
  const pastCursor =
    cursor && cursor.way !== 'l'
      ? [
          sql`(${sort.column}, ${source.id.column}) ${sortsDescending ? sql`<` : sql`>`} (${cursor.value}::${sql.raw(sort.type)}, ${cursor.id}::${sql.raw(source.id.type)})`,
        ]
      : [];
  const where = (conditions: readonly RawBuilder<unknown>[]) =>
    conditions.length > 0 ? sql`where ${sql.join([...conditions], sql` and `)}` : sql``;
  // Limits are literals, because a plan for any limit wouldn't start with the index that provides
  // the sort order.
  const limit = size === 0 ? sql`` : sql`limit ${sql.lit(size + 1)}`;
  const order = sql`order by ${sort.column} ${direction}, ${source.id.column} ${direction}`;
  const pageTail = sql`from ${source.idsFrom ?? source.from} ${where([...source.where, ...pastCursor])} ${order} ${limit}`;
  const rows = source.idsFrom
    ? sql`from ${source.from} where ${source.id.column} = any(array(select ${source.id.column} ${pageTail})) ${order}`
    : pageTail;
  const countCap = source.countLimit ?? (request.filter ? searchCountLimit : countLimit);
  const count = sql`select count(*) from (select from ${source.countFrom ?? source.from} ${where(source.where)} limit ${sql.lit(countCap + 1)}) counted`;
  const page = sql`
    select ${source.columns}, (${sort.column})::text as sort_value, (${source.id.column})::text as sort_id
      ${source.countsAlong ? sql`, (${count}) as sort_total` : sql``} ${rows}`;
  return {
    filter: request.filter ?? '',
    size,
    sorting,
    cursor,
    readsBackwards: isBackward,
    most: countCap,
    page,
    count,
  };
}

/** Builds the page from the rows found, which include one extra row if there is a next page. */
async function assemble<Row extends PositionedRow, Item>(
  db: Database,
  { filter, size, sorting, cursor, readsBackwards, most, count }: Plan,
  found: Row[],
  knownTotal: number | null,
  map: (row: Row) => Item,
): Promise<Omit<Page<Item>, 'auxFilter'>> {
  const total = knownTotal ?? found[0]?.sort_total ?? (cursor ? await countTotal(db, count) : 0);
  const hasMore = size > 0 && found.length > size;
  const rows = hasMore ? found.slice(0, size) : found;
  if (readsBackwards) rows.reverse();
  const firstElement = rows.length === 0 ? 0 : firstPosition(cursor, rows.length, total);
  const lastElement = rows.length === 0 ? 0 : firstElement + rows.length - 1;
  const hasNext = cursor?.way === 'p' || (!readsBackwards && hasMore);
  const hasPrevious = readsBackwards ? hasMore : cursor !== null;
  const at = (row: Row, direction: 'n' | 'p', position: number) =>
    encode({ way: direction, sorting, value: row.sort_value, id: row.sort_id, position });
  const first = rows[0];
  const last = rows.at(-1);
  return {
    ...{ filter, size, total: Math.min(total, most), sorting },
    next: hasNext && last ? at(last, 'n', lastElement) : null,
    previous: first
      ? hasPrevious
        ? at(first, 'p', firstElement)
        : null
      : cursor?.way === 'n' && total > 0
        ? lastPage(sorting)
        : null,
    ...{ firstElement, lastElement },
    items: rows.map(map),
    info: total > most ? `more than ${most}` : null,
  };
}

const lastPage = (sorting: string): string =>
  encode({ way: 'l', sorting, value: '', id: '', position: 0 });

/** Reads only the total, also for a page past the last row, which has no row to carry it. */
async function countTotal(db: Database, count: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select (${count}) as total`.execute(db);
  return rows[0]?.total ?? 0;
}

function firstPosition(cursor: Cursor | null, count: number, total: number): number {
  if (!cursor) return 1;
  if (cursor.way === 'l') return Math.max(1, total - count + 1);
  return cursor.way === 'n' ? cursor.position + 1 : Math.max(1, cursor.position - count);
}

/** A search pattern for `ilike`: wildcard characters are escaped. */
export const containing = (filter: string): string =>
  `%${normalizeEmail(filter).replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

/** Error for a cursor that this list didn't issue. */
export const invalidStartError = (): UserError =>
  userError(
    'inputInvalid',
    {
      problem: localize('listPage.problem.useNextPreviousPage'),
    },
    'start',
  );

/** Error for a sort key that the list doesn't support. */
export function invalidSortError(sorts: object): UserError {
  const keys = Object.keys(sorts).join(', ');
  const problem = localize('listPage.problem.useOneFrontDescending', { keys });
  return userError('inputInvalid', { problem }, 'sorting');
}
