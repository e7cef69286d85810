import { sql } from 'kysely';
import type * as z from 'zod';
import { UserError, userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { writeMoment } from '../../../../../server/platform/notify/index.ts';
import type { pricingEndpoints } from '../../contract.ts';
import type { DefaultPrice } from '../defaultPrices.ts';
import {
  addPriceList,
  isNotWithdrawn,
  type PriceList,
  priceListColumns,
  priceListFor,
} from '../priceList.ts';
import { checkCurrencyOfVersion, lockCompanies } from './currency.ts';
import { knownItem } from './knownItems.ts';
import { findVersion, siteCondition } from './store.ts';

export type NewVersion = z.output<(typeof pricingEndpoints)['createPriceList']['body']>;
type CreatedPriceList = z.input<(typeof pricingEndpoints)['createPriceList']['answer']>;

/** A validated version with its site, start time, and other effects. */
export interface ValidatedVersion {
  siteId: string;
  name: string;
  validFrom: Date;
  items: DefaultPrice[];
  /**
   * The version that would apply at that time otherwise: the list's previous version, or the site's
   * prices. Null if there is none.
   */
  basis: PriceList | null;
}

/**
 * Validates a new version. Throws `notFound` for a site outside the caller's scope,
 * `priceListFromPast`, `priceListCurrency`, and `priceItemUnknown` for each unknown item.
 */
export async function checkVersion(
  ctx: SignedInContext,
  newVersion: NewVersion,
): Promise<ValidatedVersion> {
  const siteId = newVersion.siteId ?? ctx.actor.siteId;
  const { rows } =
    await sql`select from site where site.id = ${siteId} and ${siteCondition(ctx)}`.execute(ctx.db);
  if (rows.length === 0) throw userError('notFound', { what: 'site', id: siteId });
  const now = wholeSecond(ctx.clock.now());
  const validFrom =
    newVersion.validFrom === undefined ? now : wholeSecond(new Date(newVersion.validFrom));
  if (validFrom < now)
    throw userError(
      'priceListFromPast',
      { given: writeMoment(validFrom, ctx.language, 'UTC') },
      'validFrom',
    );
  const name = newVersion.name ?? '';
  const basis = await basisOf(ctx, siteId, name, validFrom);
  await checkCurrencyOfVersion(ctx, {
    siteId,
    name,
    currency: newVersion.currency,
    validFrom,
    before: basis?.currency ?? null,
  });
  return { siteId, name, validFrom, basis, items: namedItems(newVersion, basis) };
}

/**
 * Truncated to whole seconds like spans, so that a resource created within this second already gets
 * the new prices.
 */
const wholeSecond = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 1000) * 1000);

/** Adds titles to the items, from the previous list or the portal's defaults. */
function namedItems(newVersion: NewVersion, basis: PriceList | null): DefaultPrice[] {
  const named = newVersion.items.map((item) => ({
    item,
    texts: basis?.items.find(({ code }) => code === item.code) ?? knownItem(item.code),
  }));
  const unknown = named.flatMap(({ item, texts }, index) =>
    texts
      ? []
      : [
          {
            name: 'priceItemUnknown' as const,
            values: { item: item.code },
            key: `items.${index}.code`,
          },
        ],
  );
  if (unknown.length > 0) throw new UserError(unknown);
  return named.flatMap(({ item, texts }) =>
    texts ? [{ ...termsOf(item), resource: texts.resource, unit: texts.unit }] : [],
  );
}

/** Adds defaults for omitted fields. */
const termsOf = ({
  isPurchase = false,
  offHourly = null,
  offMonthly = null,
  included = '0',
  tiers = [],
  minimum = null,
  ...item
}: NewVersion['items'][number]) => ({
  ...{ ...item, isPurchase, offHourly, offMonthly, included, tiers, minimum },
});

async function basisOf(
  ctx: SignedInContext,
  siteId: string,
  name: string,
  at: Date,
): Promise<PriceList | null> {
  const { rows } = await sql<PriceList>`
    select ${priceListColumns} from price_list list
    where list.site_id = ${siteId} and list.name = ${name} and list.valid_from <= ${at} and ${isNotWithdrawn}
    order by list.valid_from desc, list.version desc limit 1`.execute(ctx.db);
  return rows[0] ?? (await priceListFor(ctx.db, { siteId, ownerId: null }, at));
}

/**
 * Writes a new version of the list. Concurrent calls for one site are serialized, so that version
 * numbers have no gaps.
 */
export async function makeVersion(
  ctx: SignedInContext,
  newVersion: NewVersion,
): Promise<CreatedPriceList> {
  await lockCompanies(ctx);
  const { siteId, name, validFrom, items, basis } = await checkVersion(ctx, newVersion);
  await sql`select from site where id = ${siteId} for no key update`.execute(ctx.db);
  const { currency, billingModes = 'monthlyAndHourly' } = newVersion;
  const created = await addPriceList(ctx, {
    siteId,
    name,
    currency,
    validFrom,
    billingModes,
    items,
    createdBy: ctx.actor.userId,
  });
  const terms = (list: Pick<PriceList, 'currency' | 'items'> | DefaultPrice[]) =>
    Object.fromEntries(
      (Array.isArray(list) ? list : list.items).map(
        ({ code, hourly, monthly, poweredOff, offHourly, offMonthly, isPurchase, ...more }) => {
          const { included, tiers, minimum } = more;
          const isPlain = included === '0' && !tiers?.length && minimum === null;
          const off = poweredOff === 'priced' ? { offHourly, offMonthly } : poweredOff;
          return [
            code,
            [
              hourly,
              monthly,
              isPurchase ? 'purchase' : off,
              ...(isPlain ? [] : [{ included, tiers, minimum }]),
            ],
          ];
        },
      ),
    );
  ctx.note({
    targetType: 'pricelist',
    targetId: created.id,
    before: basis
      ? {
          version: basis.version,
          currency: basis.currency,
          billingModes: basis.billingModes,
          items: terms(basis),
        }
      : null,
    after: {
      siteId,
      name,
      version: created.version,
      currency,
      billingModes,
      validFrom: validFrom.toISOString(),
      items: terms(items),
    },
  });
  await announce(ctx.db, { topic: 'price', id: created.id, siteId });
  return { ...created, validFrom: validFrom.toISOString() };
}

/**
 * Withdraws a planned version. Throws `notFound`, `priceListInForce` for a current or past version,
 * `priceListWithdrawn`.
 */
export async function withdrawVersion(ctx: SignedInContext, priceListId: string): Promise<void> {
  const { siteId, name, version, validFrom, state } = await findVersion(ctx, priceListId);
  if (state === 'withdrawn') throw userError('priceListWithdrawn', { version });
  if (state !== 'planned')
    throw userError('priceListInForce', {
      version,
      from: writeMoment(new Date(validFrom), ctx.language, 'UTC'),
    });
  const { rows } = await sql`
    insert into price_list_withdrawal (price_list_id, withdrawn_at, withdrawn_by)
    values (${priceListId}, ${ctx.clock.now()}, ${ctx.actor.userId}) on conflict do nothing returning price_list_id`.execute(
    ctx.db,
  );
  if (rows.length === 0) throw userError('priceListWithdrawn', { version });
  ctx.note({
    targetType: 'pricelist',
    targetId: priceListId,
    before: { siteId, name, version, validFrom },
    after: { withdrawn: true },
  });
  await announce(ctx.db, { topic: 'price', id: priceListId, siteId });
}
