import * as z from 'zod';
import { decimal, done, endpoint, id, moment, text } from '../../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../../contract/fields/page.ts';
import { schemaIssue, schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { localize } from '../texts/localize.ts';
import { place, priceListParams, source } from './listSource.ts';
import { newItem } from './newItem.ts';
import { billingModes, priceItem } from './schemas.ts';

const isoCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const currency = z.string().refine((code) => isoCurrencies.has(code), {
  message: schemaMessage(localize('invalid.message.enterIso4217Currency')),
});

export const priceListState = z.enum(['inForce', 'planned', 'past', 'withdrawn']);

const targetPlace = { siteId: id.optional(), name: text({ min: 2, max: 80 }).optional() };

const newVersion = z.strictObject({
  ...targetPlace,
  currency,
  /** When the version takes effect. Omitted: immediately. */
  validFrom: moment.optional(),
  /** Omitted: both modes. Existing monthly billing continues. */
  billingModes: billingModes.optional(),
  items: z
    .array(newItem)
    .min(1)
    .max(500)
    .superRefine((items, ctx) => {
      const seen = new Set<string>();
      for (const [index, { code }] of items.entries()) {
        if (seen.has(code))
          ctx.addIssue({
            code: 'custom',
            ...schemaIssue(localize('invalid.items.listedTwice', { code })),
            path: [index, 'code'],
          });
        seen.add(code);
      }
    }),
});

const version = z.strictObject({
  id,
  ...place,
  siteName: z.string(),
  currency: z.string(),
  version: z.int(),
  validFrom: moment,
  billingModes,
  state: priceListState,
  itemCount: z.int(),
  /** The number of accounts that the named list is assigned to. 0 for a site's own list. */
  accountCount: z.int(),
  createdAt: moment,
  createdBy: z.string().nullable(),
  /** Why each action isn't possible now. Null if it is. */
  actions: z.strictObject({ withdraw: z.string().nullable() }),
});

const terms = z.strictObject(priceItem.omit({ code: true, title: true, unit: true }).shape);

const difference = z.strictObject({
  code: z.string(),
  title: z.string(),
  unit: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  before: terms.nullable(),
  after: terms.nullable(),
  /**
   * The change in percent of the previous price, with two decimals. Null if one of the two prices
   * is missing or zero.
   */
  hourlyPercent: decimal.nullable(),
  monthlyPercent: decimal.nullable(),
  /** Resources that use a removed item. The next change to any of them is rejected. */
  inUse: z.int(),
});

/** Price list versions with their items. */
export const priceListEndpoints = {
  listPriceLists: endpoint({
    title: localize('operations.listPriceLists'),
    method: 'GET',
    path: '/pricelists',
    summary: 'List all price list versions of your sites.',
    access: 'prices.manage',
    changes: false,
    topics: ['price'],
    query: listQuery(['site', 'validFrom', 'version'], { state: priceListState.optional() }),
    answer: listPage(version),
  }),
  listPriceListSites: endpoint({
    title: localize('operations.listPriceListSites'),
    method: 'GET',
    path: '/pricelists/sites',
    summary: 'List your sites with the price list each one sells at, its own or inherited.',
    access: 'prices.manage',
    changes: false,
    topics: ['price', 'site'],
    query: listQuery(['site']),
    answer: listPage(
      z.strictObject({
        id,
        siteName: z.string(),
        timeZone: z.string(),
        isCallers: z.boolean(),
        isOwn: z.boolean(),
        source: source.nullable(),
      }),
    ),
  }),
  listPriceItems: endpoint({
    title: localize('operations.listPriceItems'),
    method: 'GET',
    path: '/pricelists/items',
    summary: 'List the items a price list can contain.',
    access: 'prices.manage',
    changes: false,
    topics: ['price'],
    answer: z.strictObject({
      items: z.array(
        priceItem
          .pick({ code: true, title: true, unit: true, poweredOff: true })
          .extend({ group: z.string() }),
      ),
      groups: z.array(z.strictObject({ group: z.string(), title: z.string() })),
      currencies: z.array(z.string()),
    }),
  }),
  previewPriceList: endpoint({
    title: localize('operations.previewPriceList'),
    method: 'POST',
    path: '/pricelists/preview',
    summary: 'Preview a new price list version, with the changes item by item. Nothing is saved.',
    access: 'prices.manage',
    changes: false,
    body: newVersion,
    answer: z.strictObject({
      basis: source.nullable(),
      differences: z.array(difference),
      unchanged: z.int(),
    }),
    errors: ['priceListFromPast', 'priceListCurrency', 'priceItemUnknown'],
  }),
  getPriceListCsv: endpoint({
    title: localize('operations.getPriceListCsv'),
    method: 'POST',
    path: '/pricelists/read',
    summary: 'Parse a price list from CSV and report errors by row and field. Nothing is saved.',
    access: 'prices.manage',
    changes: false,
    body: z.strictObject({ csv: z.string().min(1).max(200_000) }),
    answer: z.strictObject({
      items: z.array(priceItem.extend({ group: z.string() })),
      problems: z.array(z.strictObject({ row: z.int(), field: z.string(), problem: z.string() })),
    }),
  }),
  createPriceList: endpoint({
    title: localize('operations.createPriceList'),
    method: 'POST',
    path: '/pricelists',
    summary:
      'Create a price list version, effective now or from a future date. Versions can’t be edited later.',
    access: 'prices.manage',
    changes: true,
    touches: ['price'],
    body: newVersion,
    answer: z.strictObject({ id, version: z.int(), validFrom: moment }),
    errors: ['priceListFromPast', 'priceListCurrency', 'priceItemUnknown'],
  }),
  getPriceList: endpoint({
    title: localize('operations.getPriceList'),
    method: 'GET',
    path: '/pricelists/{priceListId}',
    summary: 'Get a price list version with its items.',
    access: 'prices.manage',
    changes: false,
    topics: ['price'],
    params: priceListParams,
    answer: version.extend({
      /**
       * Whether the caller manages the list's site. Otherwise it is a list of a parent site that
       * the caller's site sells with.
       */
      isManaged: z.boolean(),
      items: z.array(priceItem.extend({ group: z.string() })),
      groups: z.array(z.strictObject({ group: z.string(), title: z.string() })),
    }),
  }),
  priceListCsv: endpoint({
    title: localize('operations.priceListCsv'),
    method: 'GET',
    path: '/pricelists/{priceListId}/items.csv',
    summary: 'Export the items of a price list version as CSV, in the import format.',
    access: 'prices.manage',
    changes: false,
    kind: 'file',
    params: priceListParams,
  }),
  withdrawPriceList: endpoint({
    title: localize('operations.withdrawPriceList'),
    method: 'POST',
    path: '/pricelists/{priceListId}/withdraw',
    summary: 'Withdraw a price list version that isn’t effective yet.',
    access: 'prices.manage',
    changes: true,
    touches: ['price'],
    params: priceListParams,
    answer: done,
    errors: ['priceListInForce', 'priceListWithdrawn'],
  }),
};
