import * as z from 'zod';
import { decimal, done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { currency, positiveAmount } from '../../../contract/fields/money.ts';
import { datePage, datePageQuery, listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { customerParams } from '../companies/contract.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/**
 * `dispute`: the payer's bank reversed a deposit. `disputeReturn`: the disputed amount was returned
 * to the seller.
 */
export const transactionKinds = [
  'deposit',
  'credit',
  'charge',
  'refund',
  'writeOff',
  'dispute',
  'disputeReturn',
] as const;
/** Specification section 9, refund types: no refund, reduction of the next bill, money back. */
export const refundKinds = ['noRefund', 'reduction', 'moneyBack'] as const;

const transaction = z.strictObject({
  id,
  at: moment,
  kind: z.enum(transactionKinds),
  refundKind: z.enum(refundKinds).nullable(),
  /** The refunded transaction, or the disputed deposit. */
  refunds: id.nullable(),
  amount: decimal,
  currency: z.string(),
  /** The effect on the customer's balance. Zero for refunding a charge as money. */
  effect: decimal,
  /** The balance in this currency after the transaction. */
  balance: decimal,
  /** The purpose, in the reader's language if the document provides it. */
  reason: z.string(),
  /** The invoice or credit note of the transaction. Null for other transactions. */
  document: z
    .strictObject({
      id,
      invoiceId: id,
      kind: z.enum(['invoice', 'creditNote']),
      number: z.string(),
    })
    .nullable(),
});

const filters = {
  kind: z.enum(transactionKinds).optional(),
  filter: text({ max: 200 }).optional(),
};
const historyQuery = z.strictObject({ ...datePageQuery.shape, ...filters });

const managedTransaction = transaction.extend({
  by: z.string(),
  /**
   * For charges and deposits: the refundable amount, excluding write-offs. Null for other types.
   */
  refundable: decimal.nullable(),
  /** How much of `refundable` can be refunded as money: the part that was paid with money. */
  sendable: decimal.nullable(),
});

/**
 * Repeating a key with the same content returns the same transaction. Different content is
 * rejected. Client keys can't contain a colon, which is reserved for keys created by the portal
 * (`portalKey`).
 */
const key = z
  .string()
  .trim()
  .regex(/^[\w.-]{8,100}$/, {
    message: schemaMessage(localize('invalid.message.enter8100Letters')),
  });
const reason = text({ min: 3, max: 500 });
export const entry = z.strictObject({ key, amount: positiveAmount, currency, reason });
const posted = z.strictObject({ id, balance: decimal, currency: z.string() });
/**
 * A posted transaction, or a pending second approval. While it is pending there is no transaction,
 * and the balance is unchanged.
 */
export const postedOrPending = z.strictObject({
  id: id.nullable(),
  balance: decimal,
  currency: z.string(),
  approvalId: id.nullable(),
});

export const approvalActions = [
  'payment',
  'credit',
  'charge',
  'refund',
  'writeOff',
  'deposit',
  'creditNote',
  'forceDeposit',
] as const;
export const approvalStates = ['waiting', 'approved', 'declined'] as const;
const approvalParams = z.strictObject({ approvalId: id });
const approval = z.strictObject({
  id,
  action: z.enum(approvalActions),
  /** For refunds: the original transaction and the refund type. */
  refundKind: z.enum(refundKinds).nullable(),
  amount: decimal,
  currency: z.string(),
  reason: z.string(),
  companyId: id,
  company: z.string(),
  customer: z.strictObject({ id, email: z.string() }),
  askedBy: z.string(),
  askedAt: moment,
  state: z.enum(approvalStates),
  decidedBy: z.string(),
  decidedAt: moment.nullable(),
  /** Why it was rejected. */
  note: z.string(),
  /** Why the reader can't approve it. Null when they can. */
  approveProblem: z.string().nullable(),
  declineProblem: z.string().nullable(),
});
const common = ['ledgerKeyReused', 'currencyForeign', 'amountWrong'] as const;

export const ledgerEndpoints = {
  listOwnTransactions: endpoint({
    title: localize('operations.listOwnTransactions'),
    method: 'GET',
    path: '/billing/history',
    summary: 'List your transactions, newest first.',
    access: 'billing.view',
    changes: false,
    topics: ['billing'],
    query: historyQuery,
    answer: datePage(transaction),
  }),
  ownTransactionsCsv: endpoint({
    title: localize('operations.ownTransactionsCsv'),
    method: 'GET',
    path: '/billing/history/csv',
    command: 'billing export-transactions',
    summary: 'Export your transactions as CSV.',
    access: 'billing.view',
    changes: false,
    kind: 'file',
    query: z.strictObject(filters),
  }),
  listTransactions: endpoint({
    title: localize('operations.listTransactions'),
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/history',
    summary: 'List a customer’s transactions with a company, newest first.',
    access: 'ledger.view',
    changes: false,
    topics: ['billing'],
    params: customerParams,
    query: historyQuery,
    answer: datePage(managedTransaction),
  }),
  transactionsCsv: endpoint({
    title: localize('operations.transactionsCsv'),
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/history/csv',
    summary: 'Export a customer’s transactions as CSV.',
    access: 'ledger.view',
    changes: false,
    kind: 'file',
    params: customerParams,
    query: z.strictObject(filters),
  }),
  recordPayment: endpoint({
    title: localize('operations.recordPayment'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/payments',
    summary: 'Record a payment received outside the portal.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing', 'company:{companyId}', 'approval'],
    dangerous: true,
    params: customerParams,
    body: entry,
    answer: postedOrPending,
    errors: common,
  }),
  giveCredit: endpoint({
    title: localize('operations.giveCredit'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/credits',
    summary: 'Add credit to a customer’s balance.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing', 'company:{companyId}', 'approval'],
    proof: true,
    params: customerParams,
    body: entry,
    answer: postedOrPending,
    errors: common,
  }),
  refundTransaction: endpoint({
    title: localize('operations.refundTransaction'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/refunds',
    summary: 'Refund a charge or deposit: No Refund, Reduction, or Money Back.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing', 'company:{companyId}', 'approval'],
    proof: true,
    params: customerParams,
    body: z.strictObject({
      key,
      transactionId: id,
      kind: z.enum(refundKinds),
      /** Omitted when there is no refund. */
      amount: positiveAmount.optional(),
      reason,
    }),
    answer: postedOrPending,
    errors: [
      ...([
        'ledgerKeyReused',
        'amountWrong',
        'refundTooMuch',
        'refundWrittenOff',
        'moneyBackUnpaid',
      ] as const),
      ...(['notRefundable', 'balanceShort', 'billingFieldNeeded', 'refundWholeOnly'] as const),
    ],
  }),
  writeOffDebt: endpoint({
    title: localize('operations.writeOffDebt'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/writeOffs',
    summary: 'Write off all or part of a customer’s amount due.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing', 'company:{companyId}', 'approval'],
    proof: true,
    params: customerParams,
    body: entry,
    answer: postedOrPending,
    errors: [...common, 'writeOffTooMuch'],
  }),
  listApprovals: endpoint({
    title: localize('operations.listApprovals'),
    method: 'GET',
    path: '/billingAccess/approvals',
    summary: 'List pending and past second approvals of the companies you manage.',
    access: 'ledger.view',
    changes: false,
    topics: ['approval'],
    query: listQuery(['asked', 'amount', 'email'], { state: z.enum(approvalStates).optional() }),
    answer: listPage(approval),
  }),
  approveBooking: endpoint({
    title: localize('operations.approveBooking'),
    method: 'POST',
    path: '/billingAccess/approvals/{approvalId}/approve',
    summary: 'Approve a request made by another person. It takes effect once.',
    access: 'ledger.manage',
    changes: true,
    touches: ['approval', 'billing', 'company'],
    proof: true,
    params: approvalParams,
    /** A deposit request has no ledger transaction. */
    answer: posted.extend({ id: id.nullable() }),
    errors: [
      'stateRefused',
      'approvalChanged',
      ...([
        'approvalDecided',
        'approvalOwn',
        'ledgerKeyReused',
        'currencyForeign',
        'amountWrong',
        'refundTooMuch',
      ] as const),
      ...([
        'notRefundable',
        'balanceShort',
        'billingFieldNeeded',
        'chargeOrderEnded',
        'writeOffTooMuch',
      ] as const),
      ...([
        'refundWrittenOff',
        'moneyBackUnpaid',
        'chargeNotInvoiceable',
        'refundWholeOnly',
      ] as const),
    ],
  }),
  declineBooking: endpoint({
    title: localize('operations.declineBooking'),
    method: 'POST',
    path: '/billingAccess/approvals/{approvalId}/decline',
    summary: 'Decline a request, or cancel your own. Nothing is booked.',
    access: 'ledger.manage',
    changes: true,
    touches: ['approval', 'billing', 'company'],
    params: approvalParams,
    body: z.strictObject({ reason }),
    answer: done,
    errors: ['approvalDecided'],
  }),
};

export { ledgerEndpoints as endpoints };
