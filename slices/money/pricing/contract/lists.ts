import * as z from 'zod';
import { decimal, done, endpoint, id, moment, text } from '../../../../contract/endpoint.ts';
import { maxEmailLength } from '../../../../contract/fields/email.ts';
import { listPage, listQuery } from '../../../../contract/fields/page.ts';
import { schemaIssue, schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { localize } from '../texts/localize.ts';
import { billingModes, itemCode, poweredOff, priceItem } from './schemas.ts';

/**
 * The price of one unit, within the database's limits: below a million, with up to eight decimals.
 */
const price = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,8})?$/, {
    message: schemaMessage(localize('invalid.message.enterPriceSuchAs')),
  });

const isoCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const currency = z.string().refine((code) => isoCurrencies.has(code), {
  message: schemaMessage(localize('invalid.message.enterIso4217Currency')),
});

export const priceListState = z.enum(['inForce', 'planned', 'past', 'withdrawn']);

const amount = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,4})?$/, {
    message: schemaMessage(localize('invalid.message.enterQuantitySuchAs')),
  });

const newItem = z
  .strictObject({
    code: itemCode,
    hourly: price.nullable(),
    monthly: price.nullable(),
    poweredOff: z.enum(poweredOff),
    /** Only for items `priced` while off, and with the same billing modes as the item. */
    offHourly: price.nullable().optional(),
    offMonthly: price.nullable().optional(),
    /**
     * A one-time price on purchase. Omitted: charged by time. Used for software (`image.…`), whose
     * `monthly` is then the one-time price.
     */
    isPurchase: z.boolean().optional(),
    /** Omitted: no included amount. */
    included: amount.optional(),
    /** Omitted: one price for all quantities. */
    tiers: z
      .array(z.strictObject({ from: amount, hourly: price.nullable(), monthly: price.nullable() }))
      .max(10)
      .optional(),
    /** Omitted: no minimum price. */
    minimum: price.nullable().optional(),
  })
  .refine(({ hourly, monthly }) => hourly !== null || monthly !== null, {
    message: schemaMessage(localize('invalid.message.enterHourlyMonthlyPrice')),
    path: ['hourly'],
  })
  .superRefine((item, ctx) => {
    const problem = item.isPurchase ? oneTimePurchaseProblem(item) : null;
    if (problem)
      ctx.addIssue({
        code: 'custom',
        message: problem,
        path: ['isPurchase'],
        input: item.isPurchase,
      });
    for (const { field, message } of offProblems(item))
      ctx.addIssue({ code: 'custom', message, path: [field], input: item[field] });
    for (const [index, tier] of (item.tiers ?? []).entries()) {
      const { field, problem } = tierProblem(item, index) ?? {};
      if (field !== undefined)
        ctx.addIssue({ code: 'custom', ...problem, path: ['tiers', index, field], input: tier });
    }
  });

/** A one-time purchase has one price and no time-based terms. */
function oneTimePurchaseProblem(item: {
  code: string;
  hourly: string | null;
  poweredOff: string;
  included?: string | undefined;
  tiers?: readonly unknown[] | undefined;
  minimum?: string | null | undefined;
}): string | null {
  if (!item.code.startsWith('image.') || item.code === 'image.gb')
    return schemaMessage(localize('invalid.purchaseProblem.onlySoftwareImageCan'));
  const hasTimePrice =
    item.hourly !== null ||
    item.poweredOff !== 'charge' ||
    (item.tiers?.length ?? 0) > 0 ||
    (item.minimum ?? null) !== null;
  if (hasTimePrice || Number(item.included ?? 0) > 0)
    return schemaMessage(localize('invalid.purchaseProblem.oneTimePurchaseOnly'));
  return null;
}

interface OffPrices {
  code: string;
  hourly: string | null;
  monthly: string | null;
  poweredOff: string;
  offHourly?: string | null | undefined;
  offMonthly?: string | null | undefined;
}

/** A price while off needs the same billing modes as the item. Metered usage has none. */
function offProblems(
  item: OffPrices,
): { field: 'offHourly' | 'offMonthly' | 'poweredOff'; message: string }[] {
  if (item.poweredOff === 'priced' && item.code.startsWith('overage.'))
    return [
      {
        field: 'poweredOff',
        message: schemaMessage(localize('invalid.message.countedItemsNoPrice')),
      },
    ];
  return (
    [
      ['offHourly', 'hourly'],
      ['offMonthly', 'monthly'],
    ] as const
  ).flatMap(([field, onField]) => {
    const hasValue = (item[field] ?? null) !== null;
    if (item.poweredOff !== 'priced')
      return hasValue
        ? [
            {
              field,
              message: schemaMessage(localize('invalid.message.onlyItemsPricedWhile')),
            },
          ]
        : [];
    if (hasValue === (item[onField] !== null)) return [];
    return [
      {
        field,
        message: hasValue
          ? schemaMessage(localize('invalid.message.itemIsntSoldWay'))
          : schemaMessage(localize('invalid.message.itemSoldWayEnter')),
      },
    ];
  });
}

type Tiers = readonly { from: string; hourly: string | null; monthly: string | null }[];

/**
 * Tiers start above zero in ascending order, with the same billing modes as the item. The
 * quantities are short enough to compare as numbers.
 */
function tierProblem(
  item: { hourly: string | null; monthly: string | null; tiers?: Tiers | undefined },
  index: number,
) {
  const tier = item.tiers?.[index];
  if (!tier) return null;
  const before = Number(item.tiers?.[index - 1]?.from ?? 0);
  if (Number(tier.from) <= before)
    return {
      field: 'from',
      problem: schemaIssue(localize('invalid.problem.tierMustStartAbove', { before })),
    };
  for (const field of ['hourly', 'monthly'] as const)
    if ((tier[field] === null) !== (item[field] === null))
      return {
        field,
        problem:
          item[field] === null
            ? schemaIssue(localize('invalid.problem.itemIsntSoldWay'))
            : schemaIssue(localize('invalid.problem.itemSoldWayEnter')),
      };
  return null;
}

/** Identifies a list by its site, and by name when it isn't the site's own list. */
const place = { siteId: id, name: z.string() };
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

/** The list that the account buys from, with its current version. */
const source = z.strictObject({
  id,
  ...place,
  siteName: z.string(),
  currency: z.string(),
  version: z.int(),
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

const priceListParams = z.strictObject({ priceListId: id });
const accountParams = z.strictObject({ userId: id });

const accountPrices = z.strictObject({
  /** The list that the account currently buys from. Null if there is none. */
  buysFrom: source.nullable(),
  /**
   * Why this list is used: assigned to the account, assigned to its parent, or the list of its
   * site.
   */
  because: z.enum(['account', 'parent', 'site']),
  /** The named list assigned to the account itself. */
  given: z.strictObject(place).nullable(),
  choices: z.array(z.strictObject({ ...place, siteName: z.string(), currency: z.string() })),
});

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
  listPriceListAccounts: endpoint({
    title: localize('operations.listPriceListAccounts'),
    method: 'GET',
    path: '/pricelists/{priceListId}/accounts',
    summary: 'List the accounts a named price list is assigned to.',
    access: 'prices.manage',
    changes: false,
    topics: ['price'],
    params: priceListParams,
    query: listQuery(['email', 'givenAt']),
    answer: listPage(
      z.strictObject({
        id,
        siteId: id,
        email: z.string(),
        siteName: z.string(),
        givenAt: moment,
        children: z.int(),
      }),
    ),
  }),
  givePriceList: endpoint({
    title: localize('operations.givePriceList'),
    method: 'POST',
    path: '/pricelists/{priceListId}/accounts',
    summary:
      'Assign a named price list to an account. It applies to what the account and its sub-accounts create or change from now on.',
    access: 'prices.manage',
    changes: true,
    touches: ['price'],
    params: priceListParams,
    body: z.strictObject({ email: text({ min: 3, max: maxEmailLength }) }),
    answer: z.strictObject({ userId: id }),
    errors: ['priceListAccountUnknown', 'priceListOfSite', 'priceListCurrency'],
  }),
  getAccountPriceList: endpoint({
    title: localize('operations.getAccountPriceList'),
    method: 'GET',
    path: '/pricelists/accounts/{userId}',
    summary: 'Get an account’s price list, why it applies, and the lists that can be assigned.',
    access: 'prices.manage',
    changes: false,
    topics: ['price', 'user:{userId}'],
    params: accountParams,
    answer: accountPrices,
  }),
  setAccountPriceList: endpoint({
    title: localize('operations.setAccountPriceList'),
    method: 'PUT',
    path: '/pricelists/accounts/{userId}',
    summary:
      'Assign a named price list to an account, or use `null` to inherit the list of its parent or site.',
    access: 'prices.manage',
    changes: true,
    touches: ['price', 'user:{userId}'],
    params: accountParams,
    body: z.strictObject({
      list: z.strictObject({ siteId: id, name: text({ min: 2, max: 80 }) }).nullable(),
    }),
    answer: done,
    errors: ['priceListCurrency'],
  }),
};
