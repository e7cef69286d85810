import { localize } from '../../texts/localize.ts';
import type { Machine } from './machine.ts';

export type AccountState = 'Ok' | 'Warning' | 'Suspended-Policy' | 'Suspended-Billing' | 'Locked';
export type AccountEvent =
  | 'warn'
  | 'clear'
  | 'suspendPolicy'
  | 'suspendBilling'
  | 'resume'
  | 'lock'
  | 'unlock';

/**
 * Specification section 4, account state labels. The transitions between them are defined by this
 * portal.
 */
export const accountMachine: Machine<AccountState, AccountEvent> = {
  name: 'account',
  title: localize('accountMachine'),
  states: [
    {
      value: 'Ok',
      title: localize('account.states.ok'),
      meaning: localize('account.meaning.allActionsRoleAllows'),
    },
    {
      value: 'Warning',
      title: localize('account.states.warning'),
      meaning: localize('account.meaning.sameAsOkBut'),
    },
    {
      value: 'Suspended-Policy',
      title: localize('account.states.suspendedPolicy'),
      meaning: localize('account.meaning.serversOffDataKept'),
    },
    {
      value: 'Suspended-Billing',
      title: localize('account.states.suspendedBilling'),
      meaning: localize('account.meaning.serversOffDataKept3'),
    },
    {
      value: 'Locked',
      title: localize('account.states.locked'),
      meaning: localize('account.meaning.accountCantUsedIts'),
    },
  ],
  events: {
    warn: localize('accountMachine.events.warn'),
    clear: localize('accountMachine.events.clear'),
    suspendPolicy: localize('accountMachine.events.suspendPolicy'),
    suspendBilling: localize('accountMachine.events.suspendBilling'),
    resume: localize('accountMachine.events.resume'),
    lock: localize('accountMachine.events.lock'),
    unlock: localize('accountMachine.events.unlock'),
  },
  transitions: [
    { event: 'warn', from: ['Ok'], to: ['Warning'], by: ['portal', 'root', 'siteAdmin'] },
    { event: 'clear', from: ['Warning'], to: ['Ok'], by: ['portal', 'root', 'siteAdmin'] },
    {
      event: 'suspendPolicy',
      from: ['Ok', 'Warning', 'Suspended-Billing'],
      to: ['Suspended-Policy'],
      by: ['portal', 'root', 'siteAdmin'],
    },
    {
      event: 'suspendBilling',
      from: ['Ok', 'Warning'],
      to: ['Suspended-Billing'],
      by: ['portal', 'root', 'siteAdmin'],
    },
    {
      event: 'resume',
      from: ['Suspended-Policy'],
      to: ['Ok', 'Warning', 'Suspended-Billing'],
      by: ['root', 'siteAdmin'],
    },
    {
      event: 'resume',
      from: ['Suspended-Billing'],
      to: ['Ok', 'Warning'],
      by: ['portal', 'root', 'siteAdmin'],
    },
    {
      event: 'lock',
      from: ['Ok', 'Warning', 'Suspended-Policy', 'Suspended-Billing'],
      to: ['Locked'],
      by: ['portal', 'root', 'siteAdmin'],
    },
    {
      event: 'unlock',
      from: ['Locked'],
      to: ['Ok', 'Warning', 'Suspended-Policy', 'Suspended-Billing'],
      by: ['root', 'siteAdmin'],
    },
  ],
};
