import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { historyItem, userEndpoints } from '../contract.ts';
import { fieldText, operationText } from './historyMessages.ts';
import { findUser } from './store.ts';

type Item = z.output<typeof historyItem>;
type Page = z.output<(typeof userEndpoints)['userHistory']['answer']>;
type Query = z.output<(typeof userEndpoints)['userHistory']['query']>;

interface Row {
  id: number;
  at: Date;
  operation: string;
  outcome: Item['outcome'];
  actorId: string | null;
  actor: string | null;
  onBehalfOf: string | null;
  targetType: string | null;
  targetId: string | null;
  target: string | null;
  ip: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  detail: unknown;
}

const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * The database has microseconds, the cursor milliseconds. `skip` separates entries with the same
 * cursor time.
 */
const moment = sql`date_trunc('milliseconds', e.at)`;
const defaultSize = 25;
/** Users never page back further manually. The activity log has its own screen. */
const countLimit = 10_000;

/**
 * Actions of the user, actions on the user's behalf, and actions on the account, latest first.
 * Throws `notFound`.
 */
export async function readHistory(
  ctx: SignedInContext,
  userId: string,
  query: Query,
): Promise<Page> {
  await findUser(ctx, userId);
  const size = query.size ?? defaultSize;
  const from = query.from ?? null;
  const skip = query.skip ?? 0;
  const timeCondition =
    from === null ? sql`` : sql`and e.at < ${from}::timestamptz + interval '1 millisecond'`;
  const rowCount = size + skip + 1;
  const db = portalDb(ctx, 'what others did to it is part of its history');
  const { rows } = await sql<Row>`
    with happened as (${anyOf(userId, (condition) => sql`(select * from audit_entry e where ${condition} ${timeCondition} order by ${moment} desc, e.id desc limit ${rowCount})`)})
    select e.id, e.at, e.operation, e.outcome, e.actor_id as "actorId", who.email as actor, e.on_behalf_of as "onBehalfOf",
      e.target_type as "targetType", e.target_id as "targetId", e.ip, e.before, e.after, e.detail,
      case when e.target_type = 'user' then (select email from user_account t where t.id = case when e.target_id ~ ${uuidPattern} then e.target_id::uuid end) end as target
    from (select distinct on (id) * from happened) e left join user_account who on who.id = e.actor_id
    order by ${moment} desc, e.id desc limit ${size + 1} offset ${skip}`.execute(db);
  const { rows: countRows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${anyOf(userId, (condition) => sql`(select e.id from audit_entry e where ${condition} limit ${countLimit})`, sql`union`)}) entries`.execute(
    db,
  );
  const names = await namesIn(ctx, rows);
  return pageOf(ctx, userId, rows, { size, from, skip, total: countRows[0]?.count ?? 0, names });
}

/** Three short index scans instead of one condition that no index supports. */
function anyOf(
  userId: string,
  part: (condition: RawBuilder<unknown>) => RawBuilder<unknown>,
  separator: RawBuilder<unknown> = sql`union all`,
): RawBuilder<unknown> {
  // A dry run is in the log but not in a user's history.
  const parts = [
    sql`e.actor_id = ${userId}`,
    sql`e.on_behalf_of = ${userId}`,
    sql`e.target_type = 'user' and e.target_id = ${userId}`,
  ].map((condition) => part(sql`${condition} and e.outcome <> 'checked'`));
  return sql.join(parts, sql` ${separator} `);
}

function pageOf(
  ctx: SignedInContext,
  userId: string,
  rows: readonly Row[],
  {
    size,
    from,
    skip,
    total,
    names,
  }: { size: number; from: string | null; skip: number; total: number; names: Names },
): Page {
  const pageRows = rows.slice(0, size);
  const last = pageRows.at(-1);
  const lastMoment = last?.at.toISOString() ?? null;
  const sameTimeCount = pageRows.filter((row) => row.at.getTime() === last?.at.getTime()).length;
  const hasNext = rows.length > size;
  return {
    ...{
      size,
      total,
      next: hasNext,
      nextDate: hasNext ? lastMoment : null,
      from,
      prevDate: null,
      userId,
    },
    ...{ firstElement: pageRows.length === 0 ? 0 : 1, lastElement: pageRows.length },
    ...{ nextSkip: lastMoment === from ? skip + sameTimeCount : sameTimeCount, prevSkip: 0 },
    items: pageRows.map((row) => present(ctx, userId, row, names)),
  };
}

function present(ctx: SignedInContext, userId: string, row: Row, names: Names): Item {
  const isAdmin = canSeeAll(ctx);
  const mine = row.actorId === userId || row.actorId === ctx.actor.userId;
  const isTarget = row.targetType === 'user' && row.targetId === userId;
  return {
    ...{ id: String(row.id), at: row.at.toISOString(), outcome: row.outcome },
    text: operationText(ctx, row.operation),
    by: row.actor ?? '',
    operator: row.onBehalfOf === userId && row.actorId !== userId ? (row.actor ?? '') : null,
    target:
      row.targetId === null || isTarget
        ? null
        : (row.target ?? `${row.targetType ?? ''} ${row.targetId}`.trim()),
    // Customers can't see the IP addresses of administrators.
    ip: isAdmin || mine ? row.ip : '',
    reason: reasonOf(row.detail),
    changes: changesOf(ctx, row, names),
  };
}

function reasonOf(detail: unknown): string | null {
  const reason = (detail as { reason?: unknown } | null)?.reason;
  return typeof reason === 'string' && reason !== '' ? reason : null;
}

const canSeeAll = ({ actor }: SignedInContext): boolean =>
  actor.role === 'root' || actor.role === 'siteAdmin';

/**
 * The current names of IDs in the history. Those of other users are only available to
 * administrators.
 */
type Names = ReadonlyMap<string, string>;
const uuid = new RegExp(uuidPattern);

async function namesIn(ctx: SignedInContext, rows: readonly Row[]): Promise<Names> {
  const values = rows.flatMap(({ before, after }) => [
    ...Object.values(before ?? {}),
    ...Object.values(after ?? {}),
  ]);
  const ids = values.filter(
    (value): value is string => typeof value === 'string' && uuid.test(value),
  );
  if (ids.length === 0) return new Map();
  const people = canSeeAll(ctx)
    ? sql`union all select id, email from user_account where id = any(${ids}::uuid[])`
    : sql``;
  const { rows: siteRows } = await sql<{ id: string; name: string }>`
    select id, name from site where id = any(${ids}::uuid[]) ${people}`.execute(ctx.db);
  return new Map(siteRows.map(({ id, name }) => [id, name]));
}

/** The changes as text. IDs whose name isn't visible to this reader are omitted. */
function changesOf(
  { language }: SignedInContext,
  { before, after }: Row,
  names: Names,
): Item['changes'] {
  const formatValue = (value: unknown): string => {
    const text = asText(value);
    return uuid.test(text) ? (names.get(text) ?? '') : text;
  };
  return Object.keys(after ?? {})
    .filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
    .map((field) => ({
      field: fieldText(field, language),
      before: formatValue(before?.[field]),
      after: formatValue(after?.[field]),
    }))
    .filter((change) => change.before !== change.after);
}

const asText = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
