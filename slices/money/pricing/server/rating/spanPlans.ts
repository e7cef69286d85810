import { type RawBuilder, sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  itemOf,
  type MeteredItem,
  meteredItems,
  offItemOf,
  type RequestedItem,
} from '../../rules.ts';
import { type Buyer, type PriceList, priceListFor } from '../priceList.ts';

/** A metered resource and its payer. */
export interface Subject {
  type: 'server' | 'image' | 'backup';
  id: string;
  name: string;
  ownerId: string;
  siteId: string;
}

/** A subject's items from now on. An empty list means none. */
export interface SubjectItems {
  subject: Subject;
  items: readonly RequestedItem[];
}

interface OpenSpan {
  id: number;
  item: string;
  quantity: string;
  mode: string;
  priceItemId: string;
  ownerId: string;
  siteId: string;
  name: string;
}

interface NewSpan extends MeteredItem {
  priceItemId: string;
  currency: string;
}

/** The changes to a subject's spans at a time: which ones continue, end, or begin. */
export interface SpanPlan {
  subject: Subject;
  at: Date;
  kept: readonly OpenSpan[];
  ending: readonly OpenSpan[];
  fresh: readonly NewSpan[];
}

interface SpanState {
  latest: Date | null;
  isSandbox: boolean;
  open: OpenSpan[];
}

/**
 * The span changes needed for subjects, each listed once, to have these items from now on. Writes
 * nothing: metering executes the plan, and a preview rates it. Unchanged items keep their price.
 * Resources of test keys cost nothing and are omitted. Throws `priceMissing`, and an error for a
 * quantity that isn't above zero.
 */
export async function planSpans(
  ctx: Pick<Context, 'db' | 'clock'>,
  changes: readonly SubjectItems[],
): Promise<SpanPlan[]> {
  const spanStates = await readSpanStates(ctx, changes);
  const lists = new Map<string, Promise<PriceList | null>>();
  const listOf = (buyer: Buyer, at: Date) => {
    const key = `${buyer.siteId} ${buyer.ownerId} ${at.getTime()}`;
    const list = lists.get(key) ?? priceListFor(ctx.db, buyer, at);
    lists.set(key, list);
    return list;
  };
  const plans: SpanPlan[] = [];
  for (const { subject, items } of changes) {
    const { latest = null, isSandbox = false, open = [] } = spanStates.get(subject.id) ?? {};
    if (isSandbox) continue;
    // Whole seconds, and never earlier than existing records.
    const now = Math.floor(ctx.clock.now().getTime() / 1000) * 1000;
    const at = new Date(Math.max(now, latest?.getTime() ?? now));
    const soldItems = items.length > 0 ? spansFromList(await listOf(subject, at), items) : [];
    const isUnchanged = (span: OpenSpan) =>
      span.ownerId === subject.ownerId &&
      span.siteId === subject.siteId &&
      soldItems.some(
        ({ item, quantity, mode }) =>
          item === span.item && quantity === span.quantity && mode === span.mode,
      );
    const kept = open.filter(isUnchanged);
    plans.push({
      ...{ subject, at, kept, ending: open.filter((span) => !kept.includes(span)) },
      fresh: soldItems.filter(({ item }) => !kept.some((span) => span.item === item)),
    });
  }
  return plans;
}

async function readSpanStates(
  ctx: Pick<Context, 'db'>,
  changes: readonly SubjectItems[],
): Promise<Map<string, SpanState>> {
  const ids = changes.map(({ subject }) => subject.id);
  const sites = changes.map(({ subject }) => subject.siteId);
  const { rows } = await sql<SpanState & { id: string }>`
    select subject.id, written.latest, coalesce(site.is_sandbox, false) as "isSandbox", written.open
    from unnest(${ids}::uuid[], ${sites}::uuid[]) as subject (id, site_id)
    left join site on site.id = subject.site_id
    cross join lateral (
      select max(coalesce(to_at, from_at)) as latest, coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'item', item, 'quantity', trim_scale(quantity)::text, 'mode', mode, 'priceItemId', price_item_id, 'ownerId', owner_id, 'siteId', site_id,
        'name', subject_name)) filter (where to_at is null), '[]') as open
      from span where subject_id = subject.id
    ) as written`.execute(ctx.db);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

function spansFromList(list: PriceList | null, items: readonly RequestedItem[]): NewSpan[] {
  const priceOf = (code: string) => {
    const found = list?.items.find((item) => item.code === code);
    if (!found) throw userError('priceMissing', { resource: code });
    return found;
  };
  return meteredItems(items, priceOf).map((metered) => {
    const { code, id, offId } = priceOf(itemOf(metered.item));
    const priceItemId = metered.item === code ? id : offId;
    if (priceItemId === null) throw userError('priceMissing', { resource: metered.item });
    return { ...metered, priceItemId, currency: list?.currency ?? '' };
  });
}

/**
 * The new spans of the plans, determined from `span` after the other spans have ended. An hourly
 * span continues the hour paid by this owner's last span of the item, on or off, if that hour isn't
 * over yet. It then carries the amount paid for that hour, which is the highest cost of any span in
 * it.
 */
export function newSpanRows(plans: readonly SpanPlan[]): RawBuilder<unknown> {
  const newSpans = plans.flatMap(({ subject, at, fresh }) =>
    fresh.map(({ item, quantity, mode, priceItemId, currency }) => ({
      ...{
        type: subject.type,
        id: subject.id,
        name: subject.name,
        owner: subject.ownerId,
        site: subject.siteId,
        at,
      },
      ...{
        item,
        quantity,
        mode,
        price: priceItemId,
        currency,
        either: [itemOf(item), offItemOf(itemOf(item))],
      },
    })),
  );
  return sql`
    select wanted.type as subject_type, wanted.id as subject_id, wanted.name as subject_name, wanted.owner as owner_id, wanted.site as site_id,
      wanted.item, wanted.price as price_item_id, wanted.quantity, wanted.mode, wanted.at as from_at,
      coalesce(paid.hours_from, wanted.at) as hours_from, coalesce(paid.amount, 0) as hour_paid
    from jsonb_to_recordset(${JSON.stringify(newSpans)}::jsonb) as wanted (type text, id uuid, name text, owner uuid, site uuid, at timestamptz,
      item text, quantity numeric, mode text, price uuid, currency text, either text[])
    left join lateral (
      select last.hours_from,
        case when last.from_at >= hour_begin.at then greatest(last.hour_paid, earlier_cost.of_hour) else earlier_cost.of_hour end as amount
      from (
        select * from span
        where subject_id = wanted.id and item = any(wanted.either) and owner_id = wanted.owner and mode = 'hourly'
        order by from_at desc limit 1
      ) as last
      join price_item earlier on earlier.id = last.price_item_id
      cross join lateral (
        select price_of(last.quantity, earlier.hourly, earlier.included, earlier.tiers, 'hourly') as of_hour
      ) as earlier_cost
      join price_list earlier_list on earlier_list.id = earlier.price_list_id and earlier_list.currency = wanted.currency
      cross join lateral (
        select last.hours_from + floor(extract(epoch from wanted.at - last.hours_from) / 3600)::integer * interval '1 hour' as at
      ) as hour_begin
      where last.to_at > hour_begin.at
    ) as paid on wanted.mode = 'hourly'`;
}
