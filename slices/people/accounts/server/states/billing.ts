import { localize } from '../../texts/localize.ts';
import type { Machine } from './machine.ts';

export type BillingState = -1 | 0 | 1 | 2 | 3 | 5 | 7 | 9;
export type BillingEvent =
  | 'require'
  | 'waive'
  | 'submit'
  | 'approve'
  | 'disapprove'
  | 'verify'
  | 'review'
  | 'reviewLocked'
  | 'remove'
  | 'forceDeposit'
  | 'depositPaid'
  | 'liftDeposit';

/**
 * Specification section 4, billing profile states. The transitions between them are defined by this
 * portal.
 */
export const billingMachine: Machine<BillingState, BillingEvent> = {
  name: 'billing',
  title: localize('billingMachine'),
  states: [
    {
      value: -1,
      title: localize('billing.states.noBillingProfile'),
      meaning: localize('billing.meaning.billingDetailsArentRequired'),
    },
    {
      value: 0,
      title: localize('billing.states.notSet'),
      meaning: localize('billing.meaning.noDetailsEnteredYet'),
    },
    {
      value: 1,
      title: localize('billing.states.unverifiedDisapproved'),
      meaning: localize('billing.meaning.profileRejectedAccountCant'),
    },
    {
      value: 2,
      title: localize('billing.states.unverifiedApproved'),
      meaning: localize('billing.meaning.approvedButNotVerified'),
    },
    {
      value: 3,
      title: localize('billing.states.verified'),
      meaning: localize('billing.meaning.verifiedPayment'),
    },
    {
      value: 5,
      title: localize('billing.states.requiresManualVerification'),
      meaning: localize('billing.meaning.waitingReviewExistingServices'),
    },
    {
      value: 7,
      title: localize('billing.states.requiresManualVerificationLock'),
      meaning: localize('billing.meaning.waitingReviewAccountIts'),
    },
    {
      value: 9,
      title: localize('billing.states.requiresDepositLock'),
      meaning: localize('billing.meaning.accountItsSubAccounts'),
    },
  ],
  events: {
    require: localize('billingMachine.events.require'),
    waive: localize('billingMachine.events.waive'),
    submit: localize('billingMachine.events.submit'),
    approve: localize('billingMachine.events.approve'),
    disapprove: localize('billingMachine.events.disapprove'),
    verify: localize('billingMachine.events.verify'),
    review: localize('billingMachine.events.review'),
    reviewLocked: localize('billingMachine.events.reviewLocked'),
    remove: localize('billingMachine.events.remove'),
    forceDeposit: localize('billingMachine.events.forceDeposit'),
    depositPaid: localize('billingMachine.events.depositPaid'),
    liftDeposit: localize('billingMachine.events.liftDeposit'),
  },
  transitions: [
    { event: 'require', from: [-1], to: [0], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'waive', from: [0], to: [-1], by: ['root', 'siteAdmin', 'billingAdmin'] },
    { event: 'submit', from: [0, 1], to: [2, 1, 5], by: ['owner', 'portal'] },
    { event: 'approve', from: [1, 5, 7], to: [2], by: ['root', 'siteAdmin', 'billingAdmin'] },
    {
      event: 'disapprove',
      from: [2, 3, 5, 7],
      to: [1],
      by: ['portal', 'root', 'siteAdmin', 'billingAdmin'],
    },
    { event: 'verify', from: [2], to: [3], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'verify', from: [5, 7], to: [3], by: ['root', 'siteAdmin', 'billingAdmin'] },
    {
      event: 'review',
      from: [1, 2, 3],
      to: [5],
      by: ['portal', 'root', 'siteAdmin', 'billingAdmin'],
    },
    {
      event: 'reviewLocked',
      from: [1, 2, 3, 5],
      to: [7],
      by: ['portal', 'root', 'siteAdmin', 'billingAdmin'],
    },
    {
      event: 'remove',
      from: [1, 2, 3],
      to: [0],
      by: ['owner', 'root', 'siteAdmin', 'billingAdmin'],
    },
    {
      event: 'forceDeposit',
      from: [-1, 0, 1, 2, 3, 5, 7],
      to: [9],
      by: ['root', 'siteAdmin', 'billingAdmin'],
    },
    { event: 'depositPaid', from: [9], to: [2, -1, 0, 1, 3, 5, 7], by: ['portal'] },
    {
      event: 'liftDeposit',
      from: [9],
      to: [2, -1, 0, 1, 3, 5, 7],
      by: ['root', 'siteAdmin', 'billingAdmin'],
    },
  ],
};
