import * as z from 'zod';
import { decimal, done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { optionalEmail } from '../../../contract/fields/email.ts';
import { country, currency, positiveAmount } from '../../../contract/fields/money.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { stored } from '../../../contract/fields/stored.ts';
import { paymentType, paymentTypeOption } from '../../people/users/contract/paymentTypes.ts';
import { customerParams } from '../companies/contract.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

const profile = z.strictObject({
  kind: z.enum(['person', 'company']),
  name: text({ min: 2, max: 150 }),
  street: text({ min: 2, max: 200 }),
  city: text({ min: 1, max: 100 }),
  /** The state code, for countries with states in their addresses. */
  region: text({ max: 100 }),
  postalCode: text({ max: 20 }),
  country,
  /** Validated by the country's rules, if known. Required for companies in those countries. */
  taxNumber: text({ max: 30 }),
  /**
   * The email address for invoices and credit notes. If empty or omitted, the account's email
   * address is used.
   */
  invoiceEmail: optionalEmail.optional(),
});

const state = z.strictObject({
  value: z.int(),
  title: z.string(),
  /** What the state means for the account. */
  meaning: z.string(),
  /** Whether the account is restricted, so `heldBack` isn't `nothing`. */
  isLocked: z.boolean(),
  /**
   * The restrictions from the state of the account or its paying account, as checked in every call.
   */
  heldBack: z.enum(['nothing', 'orders', 'changes']),
  /** The reason, if it isn't this state. Otherwise null. */
  heldBackBy: z.string().nullable(),
});

/** A deposit request. Specification section 4: 1 created, 2 approved, 3 completed, 4 expired. */
const deposit = z.strictObject({
  id,
  amount: decimal,
  currency: z.string(),
  /** The reference that the customer includes with the transfer. */
  reference: z.string(),
  state: z.int(),
  stateTitle: z.string(),
  createdAt: moment,
  expiresAt: moment,
});

const seller = z.strictObject({
  legalName: z.string(),
  currency: z.string(),
  minDeposit: decimal,
  bankName: z.string(),
  bankHolder: z.string(),
  bankAccount: z.string(),
  bankSwift: z.string(),
});

/** The VIES result for a VAT number. Without a response the number is unknown, not invalid. */
const taxNumberCheck = z.strictObject({
  number: z.string(),
  state: z.enum(['waiting', 'valid', 'invalid']),
  /** The reference that proves the check. */
  requestId: z.string(),
  /** The name of the number's holder, if the country discloses it. */
  name: z.string(),
  answeredFor: z.iso.date().nullable(),
  /** Why the last check had no result. */
  problem: z.string(),
  note: z.string(),
});

const balances = z.array(
  z.strictObject({
    amount: decimal,
    currency: z.string(),
    /**
     * The part of the amount due for documents that wait for the tax authority and aren't payable
     * yet.
     */
    withheld: decimal,
  }),
);
/** A pending deposit request (state 9) and its progress. */
const depositRequest = z.strictObject({
  /** The seller's minimum deposit. 0 if any payment is enough. */
  amount: decimal,
  /** The total of all payments since the request. */
  paid: decimal,
  left: decimal,
  currency: z.string(),
});

const overview = {
  profile: stored(profile)
    .extend({ region: z.string(), taxNumber: z.string(), invoiceEmail: z.string() })
    .nullable(),
  state,
  paymentType: z.string(),
  /** The title of the payment type. */
  paymentTypeTitle: z.string(),
  balances,
  /** Newest first. */
  deposits: z.array(deposit),
  /** Null when there is no EU VAT number to check or checks are off. */
  taxNumberCheck: taxNumberCheck.nullable(),
  /** Null without a deposit request or a seller. */
  demand: depositRequest.nullable(),
};

const billingEvent = z.enum([
  ...([
    'require',
    'waive',
    'submit',
    'approve',
    'disapprove',
    'verify',
    'review',
    'reviewLocked',
    'remove',
    'forceDeposit',
  ] as const),
  ...(['depositPaid', 'liftDeposit'] as const),
]);
const depositParams = z.strictObject({ ...customerParams.shape, orderId: id });

export const billingEndpoints = {
  getBilling: endpoint({
    title: localize('operations.getBilling'),
    method: 'GET',
    path: '/billing',
    summary: 'Get your billing profile, balance, amount due, and deposit requests.',
    access: 'billing.view',
    changes: false,
    topics: ['billing', 'user'],
    answer: z.strictObject({
      ...overview,
      /**
       * The payment methods currently available for the caller's payment type. Empty if there are
       * none, or no seller.
       */
      ways: z.array(z.enum(['card', 'paypal', 'transfer'])),
      /** Whether the parent account is charged for the caller's usage. */
      isPaidByOther: z.boolean(),
      /** The caller's seller. Null if there is none. */
      seller: seller.nullable(),
      /** Why no deposit can be requested now. Null if one can. */
      depositProblem: z.string().nullable(),
      /** Why the profile can't be entered. Null if it can. */
      profileProblem: z.string().nullable(),
    }),
  }),
  saveBillingProfile: endpoint({
    title: localize('operations.saveBillingProfile'),
    method: 'PUT',
    path: '/billing',
    summary:
      'Update your billing profile. Changing the name, country, or tax number of a verified profile requires a review.',
    access: 'billing.manage',
    changes: true,
    touches: ['billing', 'profile'],
    body: profile,
    answer: z.strictObject({ state: z.int() }),
    errors: ['taxNumberInvalid', 'countryUnknown', 'billingFieldNeeded', 'stateRefused'],
  }),
  askDeposit: endpoint({
    title: localize('operations.askDeposit'),
    method: 'POST',
    path: '/billing/deposits',
    summary:
      'Request a deposit by bank transfer. It is credited when the seller confirms the payment.',
    access: 'billing.manage',
    changes: true,
    touches: ['billing'],
    body: z.strictObject({ amount: positiveAmount, currency }),
    answer: deposit,
    errors: [
      ...([
        'companyMissing',
        'paidByOther',
        'depositUnavailable',
        'transferNotTaken',
        'billingProfileNeeded',
        'currencyForeign',
        'amountWrong',
      ] as const),
      ...(['depositBelowMinimum', 'chargeOrderLimit'] as const),
    ],
  }),
  withdrawDeposit: endpoint({
    title: localize('operations.withdrawDeposit'),
    method: 'DELETE',
    path: '/billing/deposits/{orderId}',
    summary: 'Cancel an unpaid deposit request.',
    access: 'billing.manage',
    changes: true,
    touches: ['billing'],
    params: z.strictObject({ orderId: id }),
    answer: done,
    errors: ['chargeOrderEnded'],
  }),
  getCustomerBilling: endpoint({
    title: localize('operations.getCustomerBilling'),
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}',
    summary:
      'Get a customer’s billing profile, state and available actions, balance, and deposits.',
    access: 'ledger.view',
    changes: false,
    topics: ['billing', 'user'],
    params: customerParams,
    answer: z.strictObject({
      ...overview,
      /** The payment types to choose from. */
      paymentTypes: z.array(paymentTypeOption),
      customer: z.strictObject({
        id,
        email: z.string(),
        site: z.string(),
        externalId: z.string().nullable(),
        isDeleted: z.boolean(),
      }),
      company: z.strictObject({ id, name: z.string(), currency: z.string() }),
      /**
       * The user who manually verified the profile with its current number. Null if there is none.
       */
      numberConfirmed: z
        .strictObject({
          at: moment,
          by: z.string(),
          /** False once VIES has reported the number as invalid after the verification. */
          counts: z.boolean(),
        })
        .nullable(),
      moves: z.array(
        z.strictObject({
          event: billingEvent,
          title: z.string(),
          /**
           * The state that the action leads to and its meaning. Null if the action restores the
           * previous state.
           */
          follows: z.strictObject({ title: z.string(), meaning: z.string() }).nullable(),
        }),
      ),
    }),
  }),
  moveBillingState: endpoint({
    title: localize('operations.moveBillingState'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/state',
    summary: 'Approve, verify, lock, or unlock a customer’s billing profile.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing'],
    dangerous: true,
    params: customerParams,
    body: z.strictObject({ event: billingEvent, reason: text({ min: 3, max: 500 }) }),
    /** If a second approval is required, the state is unchanged and `approvalId` is set. */
    answer: z.strictObject({ state: z.int(), approvalId: id.nullable() }),
    errors: ['stateRefused', 'demandWaits'],
  }),
  setPaymentType: endpoint({
    title: localize('operations.setPaymentType'),
    method: 'PUT',
    path: '/billingManage/{companyId}/{externalId}/paymentType',
    summary: 'Set a customer’s payment type.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing'],
    params: customerParams,
    body: z.strictObject({ paymentType }),
    answer: done,
  }),
  listDeposits: endpoint({
    title: localize('operations.listDeposits'),
    method: 'GET',
    path: '/billingAccess/deposits',
    summary: 'List deposit requests of the companies you manage.',
    access: 'ledger.view',
    changes: false,
    topics: ['billing'],
    query: listQuery(['created', 'amount', 'email'], {
      state: z.enum(['1', '2', '3', '4']).optional(),
    }),
    answer: listPage(deposit.extend({ companyId: id, userId: id, email: z.string() })),
  }),
  confirmDeposit: endpoint({
    title: localize('operations.confirmDeposit'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/deposits/{orderId}/confirm',
    summary: 'Confirm that a deposit was received and credit it to the balance.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing'],
    dangerous: true,
    params: depositParams,
    body: z.strictObject({ reason: text({ min: 3, max: 500 }) }),
    answer: z.strictObject({
      /** Null while a second approval is pending. */
      transactionId: id.nullable(),
      balance: decimal,
      currency: z.string(),
      approvalId: id.nullable(),
    }),
    errors: ['chargeOrderEnded'],
  }),
};

export { billingEndpoints as endpoints };
