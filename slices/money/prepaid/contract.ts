import * as z from 'zod';
import { decimal, done, endpoint } from '../../../contract/endpoint.ts';
import { currency } from '../../../contract/fields/money.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { paymentTypeOption } from '../../people/users/contract/paymentTypes.ts';
import { customerParams } from '../companies/contract.ts';
import { localize } from './texts/localize.ts';

export { errors } from './errors.ts';

const creditLimit = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, {
    message: schemaMessage(localize('invalid.message.enterAmountSuchAs')),
  });

/** The balance of a prepaid account. Amounts include tax. A negative balance is an amount due. */
const prepaid = z.strictObject({
  currency: z.string(),
  balance: decimal,
  /** The credit limit: how far below zero the balance can go. */
  credit: decimal,
  /** The part of new orders covered by promo codes that no invoice has used yet. */
  promo: decimal,
  /** Usage and orders that aren't on an issued invoice yet. */
  used: decimal,
  /** Balance plus credit limit and promo codes, minus used amounts. */
  left: decimal,
  /** `short`: lasts less than three days at the current rate. `gone`: used up. */
  state: z.enum(['ok', 'short', 'gone']),
});

export const prepaidEndpoints = {
  getPrepaid: endpoint({
    title: localize('operations.getPrepaid'),
    method: 'GET',
    path: '/billing/prepaid',
    summary: 'Get your prepaid balance.',
    access: 'billing.view',
    changes: false,
    topics: ['billing', 'user', 'server'],
    answer: z.strictObject({
      /**
       * Null for other payment types, for sub-accounts whose parent pays, and if there is no
       * seller.
       */
      prepaid: prepaid.nullable(),
    }),
  }),
  getCustomerPrepaid: endpoint({
    title: localize('operations.getCustomerPrepaid'),
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/prepaid',
    summary: 'Get a customer’s payment type, credit limit, and prepaid balance.',
    access: 'ledger.view',
    changes: false,
    topics: ['billing', 'user'],
    params: customerParams,
    answer: z.strictObject({
      paymentType: z.string(),
      /** The payment types that can be selected. */
      paymentTypes: z.array(paymentTypeOption),
      creditLimit: decimal,
      currency: z.string(),
      prepaid: prepaid.nullable(),
    }),
  }),
  setCreditLimit: endpoint({
    title: localize('operations.setCreditLimit'),
    method: 'PUT',
    path: '/billingManage/{companyId}/{externalId}/creditLimit',
    summary: 'Set a prepaid customer’s credit limit in the company’s currency.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing', 'company:{companyId}'],
    params: customerParams,
    body: z.strictObject({
      creditLimit,
      /**
       * The currency of the amount. Rejected if the company bills in another. Omit for the
       * company's currency.
       */
      currency: currency.optional(),
    }),
    answer: done,
    errors: ['amountWrong', 'currencyForeign'],
  }),
};

export { prepaidEndpoints as endpoints };
