import * as z from 'zod';
import { decimal, done, endpoint } from '../../contract/endpoint.ts';
import { currency } from '../../contract/money.ts';
import { schemaMessage } from '../../contract/schemaMessage.ts';
import { paymentTypeOption } from '../billing/contract/paymentTypes.ts';
import { ofCustomer } from '../companies/contract.ts';
import { localize } from './texts/localize.ts';

export { errors } from './errors.ts';

/** What an order is refused with that the balance of who pays by deposit does not cover. */
export const prepaidErrors = ['prepaidNotCovered', 'prepaidPayerShort'] as const;
/** The same for something of which only time shows what it costs. */
export const prepaidKeepErrors = ['prepaidUsedUp', 'prepaidPayerShort'] as const;

const creditLimit = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, {
    message: schemaMessage(localize('invalid.message.enterAmountSuchAs')),
  });

/** What who pays by deposit has left. Amounts with taxes; below zero: it is missing. */
const prepaid = z.strictObject({
  currency: z.string(),
  balance: decimal,
  /** So far below zero the balance may go. */
  credit: decimal,
  /** What amounts of codes that no bill has used yet cover of new orders. */
  promo: decimal,
  /** Used or ordered, and on no issued invoice yet. */
  used: decimal,
  /** The balance, the credit and the codes less what is used. */
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
    answer: z.strictObject({
      /** Null for other payment types, for sub-accounts whose parent pays, and without a seller. */
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
    params: ofCustomer,
    answer: z.strictObject({
      paymentType: z.string(),
      /** To choose from. */
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
    params: ofCustomer,
    body: z.strictObject({
      creditLimit,
      /**
       * The one it is meant in: refused where the company bills in another. Left out: in that of
       * the company.
       */
      currency: currency.optional(),
    }),
    answer: done,
    errors: ['amountWrong', 'currencyForeign'],
  }),
};

export { prepaidEndpoints as endpoints };
