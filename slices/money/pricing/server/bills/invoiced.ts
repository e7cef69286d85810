import { type RawBuilder, sql } from 'kysely';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { type BillingType, itemOf, offItemOf } from '../../rules.ts';
import { itemInSql, priceListOfBuyer } from '../priceList.ts';
import { spansOfMonth } from '../rating/rating.ts';

/**
 * Identifies a line of a month: one item of one resource of one account at these sites, in one
 * currency.
 */
export interface LineOfMonth {
  subjectId: string;
  ownerId: string;
  item: string;
  currency: string;
  siteIds: readonly string[];
}

/**
 * SQL over the columns of `span`: which spans belong to a line, except for the currency. The limit
 * is shared by an item's on and off prices, so both lines are calculated together.
 */
export const spansOfLine = ({
  subjectId,
  ownerId,
  item,
  siteIds,
}: LineOfMonth): RawBuilder<unknown> => sql`
  span.subject_id = ${subjectId} and span.owner_id = ${ownerId} and span.item = any(${[itemOf(item), offItemOf(itemOf(item))]}::text[]) and span.site_id = any(${[...siteIds]}::uuid[])`;

/** A period with a constant quantity and price. */
export interface LineEvent {
  from: string;
  to: string | null;
  quantity: string;
  mode: BillingType;
  unitPrice: string | null;
  priceList: string;
  version: number;
  validFrom: string;
}

/** The events of a line in the month, in order, each with its price list. */
export async function lineEvents(
  ctx: Pick<Context, 'db'>,
  lineOfMonth: LineOfMonth,
  at: Date,
): Promise<LineEvent[]> {
  const spans = spansOfMonth({ at, until: null }, spansOfLine(lineOfMonth));
  const { rows } = await sql<
    Omit<LineEvent, 'from' | 'to' | 'validFrom'> & { from: Date; to: Date | null; validFrom: Date }
  >`
    select case when price.is_purchase then used.begun_at else used.from_at end as "from", case when not price.is_purchase then nullif(used.to_at, 'infinity') end as "to",
      trim_scale(used.quantity)::text as quantity, used.billing_type as mode,
      trim_scale(case when used.mode = 'hourly' then price.hourly else price.monthly end)::text as "unitPrice",
      case when list.name = '' then site.name else list.name end as "priceList", list.version, list.valid_from as "validFrom"
    from (${spans}) as used
    join price_item price on price.id = used.price_item_id and price.code = ${lineOfMonth.item}
    join price_list list on list.id = price.price_list_id and list.currency = ${lineOfMonth.currency}
    join site on site.id = list.site_id
    order by 1`.execute(ctx.db);
  return rows.map(({ from, to, validFrom, ...event }) => ({
    ...event,
    ...{
      from: from.toISOString(),
      to: to?.toISOString() ?? null,
      validFrom: validFrom.toISOString(),
    },
  }));
}

export interface ItemText {
  title: LocalizedText;
  unit: LocalizedText;
}

/** Item titles by code, as last sold. */
export async function itemTexts(
  ctx: Pick<Context, 'db'>,
  codes: readonly string[],
): Promise<Record<string, ItemText>> {
  const { rows } = await sql<ItemText & { code: string }>`
    select distinct on (item.code) item.code, item.resource as title, item.unit
    from price_item item join price_list list on list.id = item.price_list_id
    where item.code = any(${[...codes]}::text[]) order by item.code, list.valid_from desc, list.id`.execute(
    ctx.db,
  );
  return Object.fromEntries(rows.map(({ code, ...texts }) => [code, texts]));
}

/**
 * SQL: those of the given owners (a query of IDs) who have active resources with an item that is
 * missing from the price list they currently buy from. The price is kept, but the next change is
 * rejected.
 */
export const ownersWithUnpricedItems = (
  owners: RawBuilder<unknown>,
  at: Date,
): RawBuilder<unknown> => sql`
  select distinct had.owner_id, had.item
  from (select distinct owner_id, site_id, item from span where to_at is null and owner_id in (${owners})) as had
  where not exists (
    select from price_item item
    where item.code = ${itemInSql(sql`had.item`)}
      and item.price_list_id = (${priceListOfBuyer({ site: sql`had.site_id`, owner: sql`had.owner_id`, at: sql`${at}` })}))`;
