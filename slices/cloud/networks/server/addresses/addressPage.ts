import { type RawBuilder, sql } from 'kysely';
import { defaultPageSize } from '../../../../../contract/fields/page.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  countLimit,
  invalidStartError,
  type Page,
} from '../../../../../server/platform/database/listPage.ts';
import { hostsOf, parseAddress } from '../rules/ranges.ts';
import { boundsOf, noTemplate, parseTemplate, type Template } from '../rules/template.ts';

export type View = 'all' | 'free' | 'used' | 'reserved';
export interface AddressQuery {
  filter?: string | undefined;
  view?: View | undefined;
  size?: number | undefined;
  start?: string | undefined;
}

/** The subnet whose addresses are read. */
export interface AddressSource {
  subnetId: string;
  cidr: string;
  family: 4 | 6;
  /**
   * Columns to select from `ip` (an inet, host only), `address` (all null for a free address),
   * `nic` and
   * `account`.
   */
  columns: RawBuilder<unknown>;
}

/** Limits how many free IPv6 addresses are counted. Further pages aren't needed in practice. */
const maxCounted = 2 ** 52;

interface Cursor {
  /** `n`: after the address. `p`: before the address. */
  way: 'n' | 'p';
  address: string;
  /** 1-based position of the cursor's address. */
  position: number;
}

const encode = (direction: Cursor['way'], address: string, position: number) =>
  Buffer.from(`${direction} ${address} ${position}`).toString('base64url');

function decode(start: string): Cursor {
  const [, direction, addressText, position] =
    /^([np]) (\S{2,45}) (\d{1,15})$/.exec(Buffer.from(start, 'base64url').toString()) ?? [];
  const parsed = addressText === undefined ? null : parseAddress(addressText);
  if (!parsed) throw invalidStartError();
  return { way: direction as Cursor['way'], address: parsed.address, position: Number(position) };
}

/**
 * Reads a page of a subnet's addresses in order. Free addresses have no rows. They are generated
 * from the cursor on, only as many as the page needs, so the subnet size doesn't affect the cost.
 * For IPv6, `all` returns only addresses with a row.
 */
export async function readAddressPage<Row>(
  ctx: Context,
  source: AddressSource,
  query: AddressQuery,
): Promise<Page<Row>> {
  const size = query.size ?? defaultPageSize;
  const cursor = query.start === undefined ? null : decode(query.start);
  if (cursor && (parseAddress(cursor.address)?.family ?? 0) !== source.family)
    throw invalidStartError();
  const template = templateOf(query.filter);
  const limit = size === 0 ? countLimit : size;
  const { rows: found } = await sql<Row & { ip_text: string }>`
    select ${source.columns}, host(listed.ip) as ip_text ${rowsOf(source, query.view ?? 'all', template, cursor)} limit ${limit + 1}`.execute(
    ctx.db,
  );
  const total = await countOf(ctx, source, query.view ?? 'all', template);
  const hasMore = found.length > limit;
  const rows = hasMore ? found.slice(0, limit) : found;
  const isBackwards = cursor?.way === 'p';
  if (isBackwards) rows.reverse();
  const first = rows[0];
  const last = rows.at(-1);
  const firstElement =
    rows.length === 0
      ? 0
      : cursor === null
        ? 1
        : isBackwards
          ? Math.max(1, cursor.position - rows.length)
          : cursor.position + 1;
  const lastElement = rows.length === 0 ? 0 : firstElement + rows.length - 1;
  const [before, pastCursor] = isBackwards ? [hasMore, true] : [cursor !== null, hasMore];
  return {
    ...{
      filter: query.filter ?? '',
      size,
      total: Math.min(total, countLimit),
      sorting: 'address',
      firstElement,
      lastElement,
    },
    next: pastCursor && last && size > 0 ? encode('n', last.ip_text, lastElement) : null,
    previous: before && first && size > 0 ? encode('p', first.ip_text, firstElement) : null,
    items: rows,
    info: total > countLimit ? `more than ${countLimit}` : null,
    auxFilter: query.view ? { view: query.view } : {},
  };
}

function templateOf(filter: string | undefined): Template | null {
  if (filter === undefined || filter === '') return null;
  const template = parseTemplate(filter);
  if (template) return template;
  throw noTemplate('filter');
}

const listsRows = (view: View, family: 4 | 6) =>
  view === 'used' || view === 'reserved' || (view === 'all' && family === 6);

function rowsOf(
  source: AddressSource,
  view: View,
  template: Template | null,
  cursor: Cursor | null,
): RawBuilder<unknown> {
  const isReversed = cursor?.way === 'p';
  return listsRows(view, source.family)
    ? retainedRows(source, view, template, cursor, isReversed)
    : countedRows(source, view, template, cursor, isReversed);
}

const kindCondition = (view: View) =>
  view === 'used'
    ? sql`address.kind = 0`
    : view === 'reserved'
      ? sql`address.kind <> 0`
      : sql`true`;
const matchesTemplate = (template: Template | null, ip: RawBuilder<unknown>) =>
  template ? sql`host(${ip}) ~ ${template.pattern}` : sql`true`;
const detailJoins = sql`left join nic on nic.id = address.nic_id left join user_account account on account.id = address.reserved_for`;

function retainedRows(
  { subnetId }: AddressSource,
  view: View,
  template: Template | null,
  cursor: Cursor | null,
  isReversed: boolean,
): RawBuilder<unknown> {
  const pastCursor = cursor
    ? sql`address.ip ${isReversed ? sql`<` : sql`>`} ${cursor.address}::inet`
    : sql`true`;
  return sql`from (select address.*, address.ip as at from address where subnet_id = ${subnetId}) address cross join lateral (select address.at as ip) as listed ${detailJoins}
    where ${kindCondition(view)} and ${pastCursor} and ${matchesTemplate(template, sql`address.ip`)} order by address.ip ${isReversed ? sql`desc` : sql`asc`}`;
}

/**
 * Generates addresses within the range, starting at the cursor. A set-returning function in the
 * select list produces them one at a time, so a limit stops it. The row-by-row join preserves the
 * order.
 */
function countedRows(
  source: AddressSource,
  view: View,
  template: Template | null,
  cursor: Cursor | null,
  isReversed: boolean,
): RawBuilder<unknown> {
  const freeFilter = view === 'free' ? sql`address.ip is null` : sql`true`;
  return sql`from (select first_host(${source.cidr}::cidr) + ${numbers(source, template, cursor, isReversed)} as ip) listed
    left join lateral (select * from address where subnet_id = ${source.subnetId} and address.ip = listed.ip limit 1) address on true ${detailJoins}
    where ${freeFilter} and ${matchesTemplate(template, sql`listed.ip`)}`;
}

function numbers(
  { cidr }: AddressSource,
  template: Template | null,
  cursor: Cursor | null,
  isReversed: boolean,
): RawBuilder<unknown> {
  const hosts = hostsOf(cidr) ?? maxCounted;
  const bounds = template && boundsOf(template);
  const numberOf = (address: string) => sql`(${address}::inet - first_host(${cidr}::cidr))`;
  const lowest = bounds ? sql`greatest(0, ${numberOf(bounds.first)})` : sql`0::bigint`;
  const highest = bounds
    ? sql`least(${hosts - 1}::bigint, ${numberOf(bounds.last)})`
    : sql`${hosts - 1}::bigint`;
  if (cursor === null) return sql`generate_series(${lowest}, ${highest})`;
  if (isReversed)
    return sql`generate_series(least(${highest}, ${numberOf(cursor.address)} - 1), ${lowest}, -1)`;
  return sql`generate_series(greatest(${lowest}, ${numberOf(cursor.address)} + 1), ${highest})`;
}

/**
 * Counts the matching addresses. They are enumerated only for a template, and then up to the limit.
 */
async function countOf(
  ctx: Context,
  source: AddressSource,
  view: View,
  template: Template | null,
): Promise<number> {
  const hosts = hostsOf(source.cidr);
  const { rows: countRows } = await sql<{ count: number }>`
    select count(*) as count from address where subnet_id = ${source.subnetId} and ${kindCondition(view)} and ${matchesTemplate(template, sql`address.ip`)}`.execute(
    ctx.db,
  );
  const rows = countRows[0]?.count ?? 0;
  if (listsRows(view, source.family)) return rows;
  if (template === null)
    return view === 'free'
      ? hosts === null
        ? countLimit + 1
        : hosts - rows
      : (hosts ?? countLimit + 1);
  const { rows: totalRows } = await sql<{ count: number }>`
    select count(*) as count from (select ${rowsOf(source, view, template, null)} limit ${countLimit + 1}) counted`.execute(
    ctx.db,
  );
  return totalRows[0]?.count ?? 0;
}
