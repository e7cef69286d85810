import * as z from 'zod';
import { decimal, done, endpoint, id, moment, text } from '../../contract/endpoint.ts';
import { localized } from '../../contract/localized.ts';
import { positiveAmount } from '../../contract/money.ts';
import { ofCustomer } from '../companies/contract.ts';
import { priceGroups } from '../pricing/contract.ts';

export { errors, things } from './errors.ts';

export const discountKinds = ['percent', 'fixed'] as const;
export const promoKinds = ['percent', 'credit'] as const;

/** A customer has at most so many discounts at a time, and a company so many codes. */
export const maxDiscounts = 20;
export const maxPromos = 1000;

const month = z
  .string()
  .trim()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, {
    message: localized('Enter a month, for example 2030-04.', 'יש להזין חודש, למשל 2030-04.'),
  });
const kindsOfLines = z.enum(priceGroups);
/** Percent, or an amount of the company's currency. */
const value = positiveAmount;

type Valued = { kind: string; value: string };
/** Percent have their own bounds. */
function checkPercent(
  { kind, value: given }: Valued,
  context: z.core.$RefinementCtx<Valued>,
): void {
  if (kind !== 'percent' || /^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/.test(given)) return;
  context.addIssue({
    code: 'custom',
    path: ['value'],
    message: localized(
      'Enter a percentage above 0 and up to 100, with up to two decimals.',
      'יש להזין אחוז מעל 0 ועד 100, עם עד שתי ספרות עשרוניות.',
    ),
  });
}

const discountTerms = z
  .strictObject({
    /** What stands on the invoice. */
    title: text({ min: 2, max: 100 }),
    kind: z.enum(discountKinds),
    value,
    /** Null: off all lines. */
    groups: z
      .array(kindsOfLines)
      .min(1)
      .max(priceGroups.length)
      .refine((groups) => new Set(groups).size === groups.length, {
        message: localized('A line type is listed twice.', 'סוג שורה מופיע פעמיים.'),
      })
      .nullable(),
    fromMonth: month,
    /** The last month; null: until it is ended. */
    toMonth: month.nullable(),
    /** The most it takes off a month; null for no limit. */
    most: positiveAmount.nullable(),
  })
  .superRefine(checkPercent)
  .refine(({ fromMonth, toMonth }) => toMonth === null || toMonth >= fromMonth, {
    message: localized('It can’t be before the first month.', 'לא יכול להיות לפני החודש הראשון.'),
    path: ['toMonth'],
  });

const promoTerms = z
  .strictObject({
    code: z
      .string()
      .trim()
      .regex(/^[A-Z0-9][A-Z0-9-]{3,39}$/, {
        message: localized(
          'Enter 4 to 40 capital letters, digits, and hyphens.',
          'יש להזין 4 עד 40 אותיות גדולות, ספרות ומקפים.',
        ),
      }),
    title: text({ min: 2, max: 100 }),
    kind: z.enum(promoKinds),
    value,
    /**
     * Calendar months in which it takes something off, the one in which it is redeemed being the
     * first.
     */
    months: z.int().min(1).max(60),
    validFrom: moment,
    /** Until when it can be redeemed; null: without an end. */
    validUntil: moment.nullable(),
    /** How many customers can redeem it; null: as many as like. */
    maxUses: z.int().min(1).max(1_000_000).nullable(),
  })
  .superRefine(checkPercent)
  .refine(({ validFrom, validUntil }) => validUntil === null || validUntil > validFrom, {
    message: localized('It must be later than the start.', 'חייב להיות מאוחר ממועד ההתחלה.'),
    path: ['validUntil'],
  });

const states = z.enum(['ahead', 'running', 'over', 'withdrawn']);

const discount = z.strictObject({
  id,
  title: z.string(),
  kind: z.enum(discountKinds),
  value: decimal,
  currency: z.string(),
  groups: z.array(kindsOfLines).nullable(),
  fromMonth: z.string(),
  toMonth: z.string().nullable(),
  most: decimal.nullable(),
  state: states,
});

/** A code that a customer redeemed or was given. */
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
  /** What months that were invoiced have taken of a credit; null for percent. */
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
const ofDiscount = z.strictObject({ ...ofCustomer.shape, discountId: id });
const ofCompany = z.strictObject({ companyId: id });

export const discountEndpoints = {
  getOwnDiscounts: endpoint({
    title: { en: 'View your discounts', he: 'צפייה בהנחות שלי' },
    method: 'GET',
    path: '/billing/discounts',
    summary: 'Get your discounts and redeemed promo codes.',
    access: 'billing.view',
    changes: false,
    answer: z.strictObject({
      discounts: z.array(discount),
      promos: z.array(redeemed),
      /** False: another account pays for this one, and what is taken off is taken off its bill. */
      paysItself: z.boolean(),
    }),
  }),
  redeemPromo: endpoint({
    title: { en: 'Redeem a promo code', he: 'מימוש קוד הטבה' },
    method: 'POST',
    path: '/billing/discounts/codes',
    summary: 'Redeem a promo code. It applies to your invoices from this month.',
    access: 'billing.manage',
    changes: true,
    ownTransaction: true,
    body: code,
    answer: redeemed,
    errors: [...redeemErrors, 'paidByOther', 'slowDown'],
  }),
  getCustomerDiscounts: endpoint({
    title: { en: 'View a customer’s discounts', he: 'צפייה בהנחות של לקוח' },
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/discounts',
    summary: 'List a customer’s discounts.',
    access: 'ledger.view',
    changes: false,
    params: ofCustomer,
    answer: z.strictObject({
      currency: z.string(),
      discounts: z.array(discount),
      paysItself: z.boolean(),
    }),
  }),
  createDiscount: endpoint({
    title: { en: 'Add a discount', he: 'מתן הנחה ללקוח' },
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/discounts',
    summary:
      'Add a discount to a customer’s invoices for a range of months. Issued invoices don’t change.',
    access: 'ledger.manage',
    changes: true,
    dangerous: true,
    params: ofCustomer,
    body: discountTerms,
    answer: discount,
    errors: ['amountWrong', 'discountLimit', 'paidByOther'],
  }),
  updateDiscount: endpoint({
    title: { en: 'Update a discount', he: 'שינוי הנחה של לקוח' },
    method: 'PUT',
    path: '/billingManage/{companyId}/{externalId}/discounts/{discountId}',
    summary: 'Update a discount. Issued invoices don’t change.',
    access: 'ledger.manage',
    changes: true,
    dangerous: true,
    params: ofDiscount,
    body: discountTerms,
    answer: discount,
    errors: ['amountWrong'],
  }),
  deleteDiscount: endpoint({
    title: { en: 'Delete a discount', he: 'ביטול הנחה' },
    method: 'DELETE',
    path: '/billingManage/{companyId}/{externalId}/discounts/{discountId}',
    summary: 'Delete a discount. Issued invoices don’t change.',
    access: 'ledger.manage',
    changes: true,
    params: ofDiscount,
    answer: done,
  }),
  getCustomerPromos: endpoint({
    title: { en: 'View a customer’s promo codes', he: 'צפייה בקודי ההטבה של לקוח' },
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/promos',
    summary: 'List a customer’s promo codes and the codes available to the customer.',
    access: 'ledger.view',
    changes: false,
    params: ofCustomer,
    answer: z.strictObject({
      promos: z.array(redeemed),
      /** Codes that can be redeemed now and were not by this customer. */
      open: z.array(z.strictObject({ code: z.string(), title: z.string() })),
      paysItself: z.boolean(),
    }),
  }),
  givePromo: endpoint({
    title: { en: 'Redeem a promo code for a customer', he: 'מימוש קוד הטבה עבור לקוח' },
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/promos',
    summary: 'Redeem a promo code for a customer.',
    access: 'ledger.manage',
    changes: true,
    params: ofCustomer,
    body: code,
    answer: redeemed,
    errors: [...redeemErrors, 'paidByOther'],
  }),
  withdrawPromo: endpoint({
    title: { en: 'Revoke a customer’s promo code', he: 'ביטול קוד הטבה שמומש' },
    method: 'DELETE',
    path: '/billingManage/{companyId}/{externalId}/promos/{useId}',
    summary: 'Revoke a customer’s promo code. Issued invoices don’t change.',
    access: 'ledger.manage',
    changes: true,
    params: z.strictObject({ ...ofCustomer.shape, useId: id }),
    answer: done,
  }),
  listPromos: endpoint({
    title: { en: 'View a company’s promo codes', he: 'צפייה בקודי ההטבה של חברה' },
    method: 'GET',
    path: '/companies/{companyId}/promos',
    summary: 'List a company’s promo codes, newest first.',
    access: 'ledger.view',
    changes: false,
    params: ofCompany,
    answer: z.strictObject({ currency: z.string(), items: z.array(promo) }),
  }),
  createPromo: endpoint({
    title: { en: 'Create a promo code', he: 'יצירת קוד הטבה' },
    method: 'POST',
    path: '/companies/{companyId}/promos',
    summary: 'Create a promo code for a company’s customers.',
    access: 'ledger.manage',
    changes: true,
    dangerous: true,
    params: ofCompany,
    body: promoTerms,
    answer: promo,
    errors: ['amountWrong', 'promoCodeTaken', 'promoLimit'],
  }),
  closePromo: endpoint({
    title: { en: 'Close a promo code', he: 'סגירת קוד הטבה' },
    method: 'DELETE',
    path: '/companies/{companyId}/promos/{promoId}',
    summary: 'Close a promo code. Customers who redeemed it keep it.',
    access: 'ledger.manage',
    changes: true,
    params: z.strictObject({ ...ofCompany.shape, promoId: id }),
    answer: done,
  }),
};

export { discountEndpoints as endpoints };
