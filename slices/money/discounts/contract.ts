import * as z from 'zod';
import { decimal, done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { positiveAmount } from '../../../contract/fields/money.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { priceGroups } from '../../../contract/priceGroups.ts';
import { customerParams } from '../companies/contract.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';

export const discountKinds = ['percent', 'fixed'] as const;
export const promoKinds = ['percent', 'credit'] as const;

/** The maximum number of active discounts per customer, and of promo codes per company. */
export const maxDiscounts = 20;
export const maxPromos = 1000;

const month = z
  .string()
  .trim()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, {
    message: schemaMessage(localize('invalid.message.enterMonthExample2030')),
  });
const lineKinds = z.enum(priceGroups);
/** A percentage, or an amount in the company's currency. */
const value = positiveAmount;

type Valued = { kind: string; value: string };
/** Percentages have their own bounds. */
function checkPercent(
  { kind, value: valueText }: Valued,
  context: z.core.$RefinementCtx<Valued>,
): void {
  if (kind !== 'percent' || /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/.test(valueText)) return;
  context.addIssue({
    code: 'custom',
    path: ['value'],
    message: schemaMessage(localize('invalid.message.enterPercentageAbove0')),
  });
}

const discountTerms = z
  .strictObject({
    /** The discount's title on the invoice. */
    title: text({ min: 2, max: 100 }),
    kind: z.enum(discountKinds),
    value,
    /** The groups of lines to which the discount applies. Null: all lines. */
    groups: z
      .array(lineKinds)
      .min(1)
      .max(priceGroups.length)
      .refine((groups) => new Set(groups).size === groups.length, {
        message: schemaMessage(localize('invalid.message.lineTypeListedTwice')),
      })
      .nullable(),
    fromMonth: month,
    /** The last month. Null: until it's ended manually. */
    toMonth: month.nullable(),
    /** The maximum reduction per month. Null: no limit. */
    most: positiveAmount.nullable(),
  })
  .superRefine(checkPercent)
  .refine(({ fromMonth, toMonth }) => toMonth === null || toMonth >= fromMonth, {
    message: schemaMessage(localize('invalid.message.cantBeforeFirstMonth')),
    path: ['toMonth'],
  });

const promoTerms = z
  .strictObject({
    code: z
      .string()
      .trim()
      .regex(/^[A-Z0-9][A-Z0-9-]{3,39}$/, {
        message: schemaMessage(localize('invalid.message.enter440Capital')),
      }),
    title: text({ min: 2, max: 100 }),
    kind: z.enum(promoKinds),
    value,
    /**
     * The number of calendar months to which the code applies, beginning with the month in which
     * it's redeemed.
     */
    months: z.int().min(1).max(60),
    validFrom: moment,
    /** The end of the redemption period. Null: no end. */
    validUntil: moment.nullable(),
    /** The maximum number of customers who can redeem the code. Null: no limit. */
    maxUses: z.int().min(1).max(1_000_000).nullable(),
  })
  .superRefine(checkPercent)
  .refine(({ validFrom, validUntil }) => validUntil === null || validUntil > validFrom, {
    message: schemaMessage(localize('invalid.message.mustLaterThanStart')),
    path: ['validUntil'],
  });

const states = z.enum(['ahead', 'running', 'over', 'withdrawn']);

const discount = z.strictObject({
  id,
  title: z.string(),
  kind: z.enum(discountKinds),
  value: decimal,
  currency: z.string(),
  groups: z.array(lineKinds).nullable(),
  fromMonth: z.string(),
  toMonth: z.string().nullable(),
  most: decimal.nullable(),
  state: states,
});

/** A code that a customer redeemed or an administrator applied. */
const redeemed = z.strictObject({
  id,
  code: z.string(),
  title: z.string(),
  kind: z.enum(promoKinds),
  value: decimal,
  currency: z.string(),
  fromMonth: z.string(),
  toMonth: z.string(),
  redeemedAt: moment,
  /** The amount of a credit used by invoiced months. Null for percentages. */
  spent: decimal.nullable(),
  state: states,
});

const promo = z.strictObject({
  ...promoTerms.shape,
  id,
  code: z.string(),
  title: z.string(),
  value: decimal,
  currency: z.string(),
  uses: z.int(),
  state: z.enum(['ahead', 'open', 'over', 'usedUp', 'closed']),
});

const code = z.strictObject({ code: text({ min: 1, max: 60 }) });
const redeemErrors = [
  'promoUnknown',
  'promoNotOpen',
  'promoRedeemed',
  'promoUsedUp',
  'companyMissing',
] as const;
const discountParams = z.strictObject({ ...customerParams.shape, discountId: id });
const companyParams = z.strictObject({ companyId: id });

export const discountEndpoints = {
  getOwnDiscounts: endpoint({
    title: localize('operations.getOwnDiscounts'),
    method: 'GET',
    path: '/billing/discounts',
    summary: 'Get your discounts and redeemed promo codes.',
    access: 'billing.view',
    changes: false,
    topics: ['billing', 'user'],
    answer: z.strictObject({
      discounts: z.array(discount),
      promos: z.array(redeemed),
      /**
       * Whether the account pays for itself. If not, discounts apply to the paying account's
       * invoices.
       */
      paysItself: z.boolean(),
    }),
  }),
  redeemPromo: endpoint({
    title: localize('operations.redeemPromo'),
    method: 'POST',
    path: '/billing/discounts/codes',
    summary: 'Redeem a promo code. It applies to your invoices from this month.',
    access: 'billing.manage',
    changes: true,
    touches: ['billing'],
    ownTransaction: true,
    body: code,
    answer: redeemed,
    errors: [...redeemErrors, 'paidByOther', 'slowDown'],
  }),
  getCustomerDiscounts: endpoint({
    title: localize('operations.getCustomerDiscounts'),
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/discounts',
    summary: 'List a customer’s discounts.',
    access: 'ledger.view',
    changes: false,
    topics: ['billing', 'user'],
    params: customerParams,
    answer: z.strictObject({
      currency: z.string(),
      discounts: z.array(discount),
      paysItself: z.boolean(),
    }),
  }),
  createDiscount: endpoint({
    title: localize('operations.createDiscount'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/discounts',
    summary:
      'Add a discount to a customer’s invoices for a range of months. Issued invoices don’t change.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing'],
    dangerous: true,
    params: customerParams,
    body: discountTerms,
    answer: discount,
    errors: ['amountWrong', 'discountLimit', 'paidByOther'],
  }),
  updateDiscount: endpoint({
    title: localize('operations.updateDiscount'),
    method: 'PUT',
    path: '/billingManage/{companyId}/{externalId}/discounts/{discountId}',
    summary: 'Update a discount. Issued invoices don’t change.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing'],
    dangerous: true,
    params: discountParams,
    body: discountTerms,
    answer: discount,
    errors: ['amountWrong'],
  }),
  deleteDiscount: endpoint({
    title: localize('operations.deleteDiscount'),
    method: 'DELETE',
    path: '/billingManage/{companyId}/{externalId}/discounts/{discountId}',
    summary: 'Delete a discount. Issued invoices don’t change.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing'],
    params: discountParams,
    answer: done,
  }),
  getCustomerPromos: endpoint({
    title: localize('operations.getCustomerPromos'),
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/promos',
    summary: 'List a customer’s promo codes and the codes available to the customer.',
    access: 'ledger.view',
    changes: false,
    topics: ['billing', 'company:{companyId}', 'user'],
    params: customerParams,
    answer: z.strictObject({
      promos: z.array(redeemed),
      /** Codes that can be redeemed now and haven't been redeemed by this customer. */
      open: z.array(z.strictObject({ code: z.string(), title: z.string() })),
      paysItself: z.boolean(),
    }),
  }),
  givePromo: endpoint({
    title: localize('operations.givePromo'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/promos',
    summary: 'Redeem a promo code for a customer.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing', 'company:{companyId}'],
    params: customerParams,
    body: code,
    answer: redeemed,
    errors: [...redeemErrors, 'paidByOther'],
  }),
  withdrawPromo: endpoint({
    title: localize('operations.withdrawPromo'),
    method: 'DELETE',
    path: '/billingManage/{companyId}/{externalId}/promos/{useId}',
    summary: 'Revoke a customer’s promo code. Issued invoices don’t change.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing', 'company:{companyId}'],
    params: z.strictObject({ ...customerParams.shape, useId: id }),
    answer: done,
  }),
  listPromos: endpoint({
    title: localize('operations.listPromos'),
    method: 'GET',
    path: '/companies/{companyId}/promos',
    summary: 'List a company’s promo codes, newest first.',
    access: 'ledger.view',
    changes: false,
    topics: ['company:{companyId}', 'billing'],
    params: companyParams,
    answer: z.strictObject({ currency: z.string(), items: z.array(promo) }),
  }),
  createPromo: endpoint({
    title: localize('operations.createPromo'),
    method: 'POST',
    path: '/companies/{companyId}/promos',
    summary: 'Create a promo code for a company’s customers.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing', 'company:{companyId}'],
    dangerous: true,
    params: companyParams,
    body: promoTerms,
    answer: promo,
    errors: ['amountWrong', 'promoCodeTaken', 'promoLimit'],
  }),
  closePromo: endpoint({
    title: localize('operations.closePromo'),
    method: 'DELETE',
    path: '/companies/{companyId}/promos/{promoId}',
    summary: 'Close a promo code. Customers who redeemed it keep it.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing', 'company:{companyId}'],
    params: z.strictObject({ ...companyParams.shape, promoId: id }),
    answer: done,
  }),
};

export { discountEndpoints as endpoints };
