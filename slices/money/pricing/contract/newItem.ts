import * as z from 'zod';
import { schemaIssue, schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { localize } from '../texts/localize.ts';
import { itemCode, poweredOff } from './schemas.ts';

/**
 * The price of one unit, within the database's limits: below a million, with up to eight decimals.
 */
const price = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,8})?$/, {
    message: schemaMessage(localize('invalid.message.enterPriceSuchAs')),
  });

const amount = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,4})?$/, {
    message: schemaMessage(localize('invalid.message.enterQuantitySuchAs')),
  });

/** An item of a new price list version. */
export const newItem = z
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
