import { sql } from 'kysely';
import type * as z from 'zod';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import type { pricingEndpoints } from '../../contract.ts';
import { itemInSql, type PriceList } from '../priceList.ts';
import { inLanguage } from './knownItems.ts';
import { checkVersion, type NewVersion } from './versions.ts';

type Preview = z.input<(typeof pricingEndpoints)['previewPriceList']['answer']>;
type Difference = Preview['differences'][number];

interface Row extends Omit<Difference, 'title' | 'unit' | 'kind'> {
  resource: LocalizedText;
  unit: LocalizedText;
  kind: Difference['kind'] | 'same';
}

/**
 * The changes of a version compared with the previous one. Throws the same errors as creating it.
 */
export async function previewVersion(
  ctx: SignedInContext,
  newVersion: NewVersion,
): Promise<Preview> {
  const { siteId, items, basis } = await checkVersion(ctx, newVersion);
  // Prices in different currencies can't be compared by percentage.
  const isComparable = basis?.currency === newVersion.currency;
  const percent = (before: string, after: string) =>
    sql`case when ${isComparable} and ${sql.ref(before)} > 0
      then trim_scale(round((${sql.ref(after)} - ${sql.ref(before)}) * 100 / ${sql.ref(before)}, 2))::text end`;
  const asRecords = (list: unknown) =>
    sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as item (code text, resource jsonb, unit jsonb, hourly numeric, monthly numeric, "poweredOff" text,
      "offHourly" numeric, "offMonthly" numeric, "isPurchase" boolean, included numeric, tiers jsonb, minimum numeric)`;
  const terms = (
    side: string,
  ) => sql`case when ${sql.ref(`${side}.code`)} is not null then jsonb_build_object(
    'hourly', trim_scale(${sql.ref(`${side}.hourly`)})::text, 'monthly', trim_scale(${sql.ref(`${side}.monthly`)})::text,
    'poweredOff', ${sql.ref(`${side}.poweredOff`)}, 'offHourly', trim_scale(${sql.ref(`${side}.offHourly`)})::text, 'offMonthly', trim_scale(${sql.ref(`${side}.offMonthly`)})::text,
    'isPurchase', ${sql.ref(`${side}.isPurchase`)}, 'included', trim_scale(${sql.ref(`${side}.included`)})::text,
    'tiers', ${sql.ref(`${side}.tiers`)}, 'minimum', trim_scale(${sql.ref(`${side}.minimum`)})::text) end`;
  const { rows } = await sql<Row>`
    with before as (select * from ${asRecords(basis?.items ?? [])}), after as (select * from ${asRecords(items)})
    select code, coalesce(after.resource, before.resource) as resource, coalesce(after.unit, before.unit) as unit,
      case
        when before.code is null then 'added' when after.code is null then 'removed'
        when ${isComparable} and row (before.hourly, before.monthly, before."poweredOff", before."offHourly", before."offMonthly", before."isPurchase", before.included, before.tiers, before.minimum)
          is not distinct from row (after.hourly, after.monthly, after."poweredOff", after."offHourly", after."offMonthly", after."isPurchase", after.included, after.tiers, after.minimum) then 'same'
        else 'changed'
      end as kind,
      ${terms('before')} as before, ${terms('after')} as after,
      ${percent('before.hourly', 'after.hourly')} as "hourlyPercent", ${percent('before.monthly', 'after.monthly')} as "monthlyPercent",
      case when after.code is null then ${resourceCount(siteId, basis)} else 0 end as "inUse"
    from before full join after using (code)
    order by after.code is null desc, before.code is null desc, code collate "C"`.execute(ctx.db);
  const differences = rows.flatMap(({ kind, resource, unit, ...row }) =>
    kind === 'same' ? [] : [{ ...row, kind, ...inLanguage({ resource, unit }, ctx.language) }],
  );
  return {
    basis: basis ? await sourceOf(ctx, basis) : null,
    differences,
    unchanged: rows.length - differences.length,
  };
}

/**
 * The number of resources of the site and its sub-sites that use the item and bought it from the
 * version's previous list.
 */
const resourceCount = (siteId: string, basis: PriceList | null) => sql`(
  select count(*) from span join price_item sold on sold.id = span.price_item_id join price_list list on list.id = sold.price_list_id
  where span.to_at is null and ${itemInSql(sql`span.item`)} = before.code and list.site_id = ${basis?.siteId ?? null} and list.name = ${basis?.name ?? null}
    and span.site_id in (select site.id from site where ${siteId}::text = any(string_to_array(site.path, '/')))
)`;

async function sourceOf(
  ctx: SignedInContext,
  { id, siteId, name, currency, version }: PriceList,
): Promise<NonNullable<Preview['basis']>> {
  const { rows } = await sql<{ name: string }>`select name from site where id = ${siteId}`.execute(
    ctx.db,
  );
  return { id, siteId, name, currency, version, siteName: rows[0]?.name ?? '' };
}
