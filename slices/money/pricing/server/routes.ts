import { userError } from '../../../../contract/errors/errors.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { pricingEndpoints } from '../contract.ts';
import { explainSubject } from './bills/explain.ts';
import { getMonthToDate } from './bills/monthToDate.ts';
import { estimate } from './estimate/estimate.ts';
import { priceListHandlers } from './lists/routes.ts';
import { groupOf, groupTitle } from './messages.ts';
import { type Buyer, type PriceItem, priceListFor } from './priceList.ts';

const maxCostsShown = 10;

export const pricingRoutes = routes(pricingEndpoints, {
  ...priceListHandlers,
  getPrices: (ctx) => getPrices(ctx),
  estimatePrice: (ctx, { body }) => estimate(ctx, viewer(ctx), body.items, body.hours),
  getMonthToDate: (ctx, { query }) => getMonthToDate(ctx, query.top ?? maxCostsShown),
  getSubjectMonthToDate: (ctx, { params }) => explainSubject(ctx, params.subjectId),
});

/** The buyer for the current viewer on this site's portal. */
const viewer = (ctx: Context): Buyer => ({
  siteId: ctx.site.id,
  ownerId: ctx.actor?.userId ?? null,
});

/** Groups are in order of their first appearance in the list. */
async function getPrices(ctx: Context) {
  const list = await priceListFor(ctx.db, viewer(ctx), ctx.clock.now());
  if (!list) throw userError('priceMissing', { resource: '*' });
  const groups = new Map<string, PriceItem[]>();
  for (const item of list.items)
    groups.set(groupOf(item.code), [...(groups.get(groupOf(item.code)) ?? []), item]);
  return {
    currency: list.currency,
    version: list.version,
    validFrom: list.validFrom.toISOString(),
    billingModes: list.billingModes,
    groups: [...groups].map(([group, items]) => ({
      group,
      title: groupTitle(group, ctx.language),
      items: items.map(({ id: _id, offId: _offId, resource, unit, ...terms }) => ({
        ...terms,
        title: resource[ctx.language],
        unit: unit[ctx.language],
      })),
    })),
  };
}
