import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';

/** The maximum number of entries that are counted. */
const countLimit = 100_000;
const defaultSize = 25;

export interface DateRequest {
  size?: number | undefined;
  from?: string | undefined;
  skip?: number | undefined;
}

interface DateSource {
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where: readonly RawBuilder<unknown>[];
  /** The column with the time of an entry. `id` orders entries that have the same time. */
  at: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}

/**
 * Returns a page of a chronological log, newest first (specification section 3). A cursor consists
 * of a time in milliseconds, the precision of browsers, and the number of entries of that
 * millisecond that have been shown.
 */
export async function readDatePage<Row extends { at: Date }, Item>(
  ctx: Pick<Context, 'db'>,
  source: DateSource,
  request: DateRequest,
  map: (row: Row) => Item,
) {
  const size = request.size ?? defaultSize;
  const from = request.from ?? null;
  const skip = request.skip ?? 0;
  const until =
    from === null ? sql`true` : sql`${source.at} < ${from}::timestamptz + interval '1 millisecond'`;
  const where = sql.join([sql`true`, ...source.where], sql` and `);
  const [{ rows }, { rows: countRows }] = await Promise.all([
    sql<Row>`select ${source.columns} from ${source.from} where ${where} and ${until} order by ${source.at} desc, ${source.id} desc limit ${size + 1} offset ${skip}`.execute(
      ctx.db,
    ),
    sql<{
      count: number;
    }>`select count(*) as count from (select from ${source.from} where ${where} limit ${countLimit}) counted`.execute(
      ctx.db,
    ),
  ]);
  const pageRows = rows.slice(0, size);
  const hasNext = rows.length > size;
  const last = pageRows.at(-1)?.at.toISOString() ?? null;
  const lastCount = pageRows.filter((row) => row.at.toISOString() === last).length;
  const isSameMoment = from !== null && last === new Date(from).toISOString();
  return {
    ...{
      size,
      total: countRows[0]?.count ?? 0,
      next: hasNext,
      nextDate: hasNext ? last : null,
      from,
      prevDate: null,
    },
    ...{ firstElement: pageRows.length === 0 ? 0 : 1, lastElement: pageRows.length, userId: null },
    ...{ nextSkip: isSameMoment ? skip + lastCount : lastCount, prevSkip: 0 },
    items: pageRows.map(map),
  };
}
