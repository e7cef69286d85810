import * as z from 'zod';
import { decimal, done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { optionalEmail } from '../../../contract/fields/email.ts';
import { country, currency, positiveAmount } from '../../../contract/fields/money.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { stored } from '../../../contract/fields/stored.ts';
import { paymentType, paymentTypeOption } from '../../people/users/contract/paymentTypes.ts';
import { ofCustomer } from '../companies/contract.ts';
import { localize } from './texts/localize.ts';

export { errors, things } from './errors.ts';
export { permissions } from './permissions.ts';

const profile = z.strictObject({
  kind: z.enum(['person', 'company']),
  name: text({ min: 2, max: 150 }),
  street: text({ min: 2, max: 200 }),
  city: text({ min: 1, max: 100 }),
  /** The code of a state, where the country's addresses have one. */
  region: text({ max: 100 }),
  postalCode: text({ max: 20 }),
  country,
  /** Checked by the rules of the country where there are some; a company there must give it. */
  taxNumber: text({ max: 30 }),
  /**
   * Where invoices and credit notes are mailed to; '' or left out: to the address of the account.
   */
  invoiceEmail: optionalEmail.optional(),
});

const state = z.strictObject({
  value: z.int(),
  title: z.string(),
  /** The meaning for the account. */
  meaning: z.string(),
  /** Something is held back from the account: `heldBack` is not `nothing`. */
  isLocked: z.boolean(),
  /**
   * What the states of the account, or of its paying account, prevent, as in the check of every
   * call.
   */
  heldBack: z.enum(['nothing', 'orders', 'changes']),
  /** Why, where it is not this state; else null. */
  heldBackBy: z.string().nullable(),
});

/** A deposit request. Specification section 4: 1 created, 2 approved, 3 completed, 4 expired. */
const deposit = z.strictObject({
  id,
  amount: decimal,
  currency: z.string(),
  /** The reference that the customer adds to the transfer. */
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

/** The result of VIES for a VAT number. Without an answer it's unknown, not invalid. */
const taxNumberCheck = z.strictObject({
  number: z.string(),
  state: z.enum(['waiting', 'valid', 'invalid']),
  /** The proof of the check. */
  requestId: z.string(),
  /** The holder, if the country discloses it. */
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
     * The part of the amount due on documents waiting for the tax authority, which isn't payable
     * yet.
     */
    withheld: decimal,
  }),
);
/** A pending deposit request (state 9), and how far it is fulfilled. */
const demand = z.strictObject({
  /** The seller's smallest deposit; 0: any payment meets it. */
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
  /** The latest first. */
  deposits: z.array(deposit),
  /** Null when there is no EU VAT number to check, or checks are off. */
  taxNumberCheck: taxNumberCheck.nullable(),
  /** Null without a deposit request or a seller. */
  demand: demand.nullable(),
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
const ofDeposit = z.strictObject({ ...ofCustomer.shape, orderId: id });

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
      /** The current payment methods for the caller's payment type. Empty: none, or no seller. */
      ways: z.array(z.enum(['card', 'paypal', 'transfer'])),
      /** Its parent is charged for what the caller uses. */
      isPaidByOther: z.boolean(),
      /** The caller's seller. Null while there is none. */
      seller: seller.nullable(),
      /** Why no deposit can be requested now. Null if one can. */
      depositProblem: z.string().nullable(),
      /** Why the profile cannot be given; null when it can. */
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
    params: ofCustomer,
    answer: z.strictObject({
      ...overview,
      /** To choose from. */
      paymentTypes: z.array(paymentTypeOption),
      customer: z.strictObject({
        id,
        email: z.string(),
        site: z.string(),
        externalId: z.string().nullable(),
        isDeleted: z.boolean(),
      }),
      company: z.strictObject({ id, name: z.string(), currency: z.string() }),
      /** Who verified the profile with its current number manually. Null if nobody did. */
      numberConfirmed: z
        .strictObject({
          at: moment,
          by: z.string(),
          /** Not any more once VIES has said since that the number is invalid. */
          counts: z.boolean(),
        })
        .nullable(),
      moves: z.array(
        z.strictObject({
          event: billingEvent,
          title: z.string(),
          /**
           * The state it leads to and what holds then; null for one that leads back to what was
           * before.
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
    params: ofCustomer,
    body: z.strictObject({ event: billingEvent, reason: text({ min: 3, max: 500 }) }),
    /** With an approval, a second person is waited for and the state is what it was. */
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
    params: ofCustomer,
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
    params: ofDeposit,
    body: z.strictObject({ reason: text({ min: 3, max: 500 }) }),
    answer: z.strictObject({
      /** Null: it waits for a second person. */
      transactionId: id.nullable(),
      balance: decimal,
      currency: z.string(),
      approvalId: id.nullable(),
    }),
    errors: ['chargeOrderEnded'],
  }),
};

export { billingEndpoints as endpoints };
