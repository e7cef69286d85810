import { sql } from 'kysely';
import { refuse } from '../../../contract/errors.ts';
import type { Context } from '../../../server/platform/context.ts';
import { itemOf, type MeteredItem, meteredItems, type WantedItem, whileOff } from '../rules.ts';
import { type PriceList, priceListFor } from './priceList.ts';

const spanLock = 7_216_011;

/** What is metered, and who pays. */
export interface Subject {
  type: 'server' | 'image' | 'backup';
  id: string;
  name: string;
  ownerId: string;
  siteId: string;
}

interface OpenSpan {
  id: number;
  item: string;
  quantity: string;
  mode: string;
  ownerId: string;
  siteId: string;
  name: string;
}

/**
 * Makes the spans of the subject say what it has from now on: ends those that no longer hold and opens what is new, at the
 * price its owner buys at now. What has not changed goes on untouched, at its old price; an empty list ends all.
 *
 * To be called in the transaction of the change it meters: both are there, or neither is. Calling it again with the same items
 * changes nothing. Calls for one subject wait for each other, and time never runs backwards for it whichever process calls.
 * Throws `priceMissing` for an item the price list does not have, and an error on a quantity that is not above zero.
 */
export async function setSpans(ctx: Pick<Context, 'db' | 'clock'>, subject: Subject, items: readonly WantedItem[]): Promise<void> {
  if (!ctx.db.isTransaction) throw new Error('Spans are written in the transaction of the change they meter.');
  const { rows } = await sql<{ isSandbox: boolean | null }>`
    select pg_advisory_xact_lock(${spanLock}, hashtext(${subject.id})), (select is_sandbox from site where id = ${subject.siteId}) as "isSandbox"`.execute(
    ctx.db,
  );
  // What test keys make costs nothing.
  if (rows[0]?.isSandbox) return;
  const at = await momentOf(ctx, subject.id);
  const list = items.length > 0 ? await priceListFor(ctx.db, subject, at) : null;
  const wanted = meteredItems(items, (item) => termsIn(list, item));
  const open = await openSpans(ctx, subject.id);
  const isKept = (span: OpenSpan) =>
    span.ownerId === subject.ownerId &&
    span.siteId === subject.siteId &&
    wanted.some(({ item, quantity, mode }) => item === span.item && quantity === span.quantity && mode === span.mode);
  const kept = open.filter(isKept);
  await endSpans(
    ctx,
    open.filter((span) => !isKept(span)),
    at,
  );
  await rename(ctx, kept, subject.name);
  const fresh = wanted.filter(({ item }) => !kept.some((span) => span.item === item));
  if (list && fresh.length > 0) await openNew(ctx, subject, fresh, list, at);
}

/** Now in whole seconds, or the last moment that is written down of the subject when that is later. */
async function momentOf(ctx: Pick<Context, 'db' | 'clock'>, subjectId: string): Promise<Date> {
  const { rows } = await sql<{ latest: Date | null }>`
    select max(coalesce(to_at, from_at)) as latest from span where subject_id = ${subjectId}`.execute(ctx.db);
  const now = Math.floor(ctx.clock.now().getTime() / 1000) * 1000;
  return new Date(Math.max(now, rows[0]?.latest?.getTime() ?? now));
}

function termsIn(list: PriceList | null, code: string) {
  const found = list?.items.find((item) => item.code === code);
  if (!found) throw refuse('priceMissing', { resource: code });
  return found;
}

async function openSpans(ctx: Pick<Context, 'db'>, subjectId: string): Promise<OpenSpan[]> {
  const { rows } = await sql<OpenSpan>`
    select id, item, trim_scale(quantity)::text as quantity, mode, owner_id as "ownerId", site_id as "siteId", subject_name as name
    from span where subject_id = ${subjectId} and to_at is null`.execute(ctx.db);
  return rows;
}

/** A span that is ended in the second it began never lasted: it is taken back. */
async function endSpans(ctx: Pick<Context, 'db'>, spans: readonly OpenSpan[], at: Date): Promise<void> {
  if (spans.length === 0) return;
  const ids = spans.map((span) => span.id);
  await sql`delete from span where id = any(${ids}::bigint[]) and from_at = ${at}`.execute(ctx.db);
  await sql`update span set to_at = ${at} where id = any(${ids}::bigint[])`.execute(ctx.db);
}

async function rename(ctx: Pick<Context, 'db'>, spans: readonly OpenSpan[], name: string): Promise<void> {
  const ids = spans.filter((span) => span.name !== name).map((span) => span.id);
  if (ids.length > 0) await sql`update span set subject_name = ${name} where id = any(${ids}::bigint[])`.execute(ctx.db);
}

/**
 * An hourly span goes on with the hour that the item's last span of this owner has paid, at its price on or off, when that is not over yet; it
 * then carries what was paid for that hour, which is the most any span in it costs.
 */
async function openNew(
  ctx: Pick<Context, 'db'>,
  subject: Subject,
  items: readonly MeteredItem[],
  list: PriceList,
  at: Date,
): Promise<void> {
  const hour = sql`interval '1 hour'`;
  const wanted = items.map(({ item, ...rest }) => ({ ...rest, item, either: [itemOf(item), whileOff(itemOf(item))] }));
  await sql`
    insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, hours_from, hour_paid)
    select ${subject.type}::text, ${subject.id}::uuid, ${subject.name}::text, ${subject.ownerId}::uuid, ${subject.siteId}::uuid,
      wanted.item, price.id, wanted.quantity, wanted.mode, ${at}::timestamptz, coalesce(paid.hours_from, ${at}), coalesce(paid.amount, 0)
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (item text, either text[], quantity numeric, mode text)
    join price_item price on price.price_list_id = ${list.id} and price.code = wanted.item
    left join lateral (
      select last.hours_from,
        case when last.from_at >= hour_begin.at then greatest(last.hour_paid, earlier_cost.of_hour) else earlier_cost.of_hour end as amount
      from (
        select * from span
        where subject_id = ${subject.id} and item = any(wanted.either) and owner_id = ${subject.ownerId} and mode = 'hourly'
        order by from_at desc limit 1
      ) as last
      join price_item earlier on earlier.id = last.price_item_id
      cross join lateral (
        select price_of(last.quantity, earlier.hourly, earlier.included, earlier.tiers, 'hourly') as of_hour
      ) as earlier_cost
      join price_list earlier_list on earlier_list.id = earlier.price_list_id and earlier_list.currency = ${list.currency}
      cross join lateral (
        select last.hours_from + floor(extract(epoch from ${at}::timestamptz - last.hours_from) / 3600)::integer * ${hour} as at
      ) as hour_begin
      where last.to_at > hour_begin.at
    ) as paid on wanted.mode = 'hourly'`.execute(ctx.db);
}
