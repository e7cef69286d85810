import { localize } from '../../texts/localize.ts';
import type { Machine } from './machine.ts';

export type ChargeOrderState = 1 | 2 | 3 | 4;
export type ChargeOrderEvent = 'approve' | 'complete' | 'withdraw' | 'expire';

/**
 * Specification section 4, charge order statuses. The transitions between them are defined by this
 * portal.
 */
export const chargeOrderMachine: Machine<ChargeOrderState, ChargeOrderEvent> = {
  name: 'chargeOrder',
  title: localize('chargeOrderMachine'),
  starts: [1],
  ends: [3, 4],
  states: [
    {
      value: 1,
      title: localize('chargeOrder.states.created'),
      meaning: localize('chargeOrder.meaning.requestedNotPaidYet'),
    },
    {
      value: 2,
      title: localize('chargeOrder.states.approved'),
      meaning: localize('chargeOrder.meaning.approvedPayerPaymentProgress'),
    },
    {
      value: 3,
      title: localize('chargeOrder.states.completed'),
      meaning: localize('chargeOrder.meaning.paidCreditedBalance'),
    },
    {
      value: 4,
      title: localize('chargeOrder.states.expired'),
      meaning: localize('chargeOrder.meaning.canceledNotPaidTime'),
    },
  ],
  events: {
    approve: localize('chargeOrderMachine.events.approve'),
    complete: localize('chargeOrderMachine.events.complete'),
    withdraw: localize('chargeOrderMachine.events.withdraw'),
    expire: localize('chargeOrderMachine.events.expire'),
  },
  transitions: [
    { event: 'approve', from: [1], to: [2], by: ['portal', 'root', 'billingAdmin'] },
    { event: 'complete', from: [2], to: [3], by: ['portal', 'root', 'billingAdmin'] },
    { event: 'withdraw', from: [1], to: [4], by: ['owner'] },
    { event: 'expire', from: [1, 2], to: [4], by: ['portal'] },
  ],
};
