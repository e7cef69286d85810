import { localize } from '../../texts/localize.ts';
import type { Machine } from './machine.ts';

export type ExternalState = 0 | 1 | 2;
export type ExternalEvent = 'require' | 'set' | 'clear' | 'waive';

/**
 * Specification section 4, external profile states. The transitions between them are defined by
 * this portal.
 */
export const externalMachine: Machine<ExternalState, ExternalEvent> = {
  name: 'external',
  title: localize('externalMachine'),
  states: [
    {
      value: 0,
      title: localize('external.states.notRequired'),
      meaning: localize('external.meaning.portalsOwnRecordsSufficient'),
    },
    {
      value: 1,
      title: localize('external.states.requiredNotSet'),
      meaning: localize('external.meaning.customerNumberMissing'),
    },
    {
      value: 2,
      title: localize('external.states.requiredOk'),
      meaning: localize('external.meaning.customerNumberSet'),
    },
  ],
  events: {
    require: localize('externalMachine.events.require'),
    set: localize('externalMachine.events.set'),
    clear: localize('externalMachine.events.clear'),
    waive: localize('externalMachine.events.waive'),
  },
  transitions: [
    { event: 'require', from: [0], to: [1], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'set', from: [1], to: [2], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'clear', from: [2], to: [1], by: ['root', 'siteAdmin', 'billingAdmin'] },
    { event: 'waive', from: [1, 2], to: [0], by: ['root', 'siteAdmin', 'billingAdmin'] },
  ],
};
