import { priceGroups } from '../../../../../contract/priceGroups.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import type { Handlers } from '../../../../../server/platform/http/routes.ts';
import type { priceListAccountEndpoints } from '../../contract/listAccounts.ts';
import type { priceListEndpoints } from '../../contract/lists.ts';
import { groupOf, groupTitle } from '../messages.ts';
import { assignByEmail, listAccounts, readAccountPrices, setAccountPrices } from './accounts.ts';
import { itemsCsv, parseItemsCsv } from './csv.ts';
import { previewVersion } from './differences.ts';
import { inLanguage, offeredItems } from './knownItems.ts';
import { findVersion, listSites, listVersions, readVersion } from './store.ts';
import { makeVersion, withdrawVersion } from './versions.ts';

export const priceListHandlers: Handlers<
  typeof priceListEndpoints & typeof priceListAccountEndpoints
> = {
  listPriceLists: (ctx, { query }) => listVersions(ctx, query),
  listPriceListSites: (ctx, { query }) => listSites(ctx, query),
  listPriceItems: (ctx) => listOfferedItems(ctx),
  previewPriceList: (ctx, { body }) => previewVersion(ctx, body),
  getPriceListCsv: (ctx, { body }) => parseItemsCsv(body.csv, ctx.language),
  createPriceList: (ctx, { body }) => makeVersion(ctx, body),
  getPriceList: (ctx, { params }) => readVersion(ctx, params.priceListId),
  priceListCsv: async (ctx, { params, reply }) => {
    const { items, version, currency } = await readVersion(ctx, params.priceListId);
    const name = `prices-${currency.toLowerCase()}-v${version}.csv`;
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(itemsCsv(items));
  },
  withdrawPriceList: (ctx, { params }) => withdrawVersion(ctx, params.priceListId),
  listPriceListAccounts: (ctx, { params, query }) => listAccounts(ctx, params.priceListId, query),
  givePriceList: async (ctx, { params, body }) => ({
    userId: await assignByEmail(ctx, await findVersion(ctx, params.priceListId), body.email),
  }),
  getAccountPriceList: (ctx, { params }) => readAccountPrices(ctx, params.userId),
  setAccountPriceList: (ctx, { params, body }) => setAccountPrices(ctx, params.userId, body.list),
};

function listOfferedItems(ctx: SignedInContext) {
  return {
    items: offeredItems.map((item) => ({
      ...{ code: item.code, group: groupOf(item.code), poweredOff: item.poweredOff },
      ...inLanguage(item, ctx.language),
    })),
    groups: priceGroups.map((group) => ({ group, title: groupTitle(group, ctx.language) })),
    currencies: Intl.supportedValuesOf('currency'),
  };
}
