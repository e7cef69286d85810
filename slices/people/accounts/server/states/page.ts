import { accountMachine } from './account.ts';
import { billingMachine } from './billing.ts';
import { chargeOrderMachine } from './chargeOrder.ts';
import { externalMachine } from './external.ts';
import { type Machine, titleOf } from './machine.ts';

export const machines = [
  accountMachine,
  billingMachine,
  externalMachine,
  chargeOrderMachine,
] as unknown as readonly Machine[];

/** Generates `docs/states.md` from the declarations. */
export function statesPage(): string {
  const pageHead = [
    '# States of accounts',
    '',
    'Generated from the declarations in `slices/people/accounts/server/states`. A test fails when this page differs from them. To regenerate it, run',
    '`npx vitest run --project fast slices/people/accounts/server/states -u`. Transitions that are not listed are rejected.',
    '',
    '`portal` is the portal itself and `owner` is the user the account belongs to. All other names are roles.',
    '',
    '## Effects of a blocked account',
    '',
    'Resources paid for by an account that is suspended, locked, or locked by billing can be changed only by root and site administrators.',
    'The account itself, its sub-accounts and their API keys, and members of groups from other account families can’t change them.',
    'Schedules can only turn servers off. Everything stays visible, and users can still manage the account itself and make payments.',
    'A disapproved account can’t place new orders or change resources so that they cost more, but can turn them on and off.',
    '`server/platform/access/restriction.ts` makes these decisions for calls, for access explanations and for the restrictions listed on the',
    'billing page (`slices/money/billing/server/billingRestriction.walk.test.ts` checks every state against every call).',
    '',
    'A deposit request records the state in which it was created (`user_account.deposit_from`). It is fulfilled when the payments made since',
    'then total at least the seller’s minimum deposit. Without a minimum, any payment is enough. Refunded amounts do not count. When the request',
    'is fulfilled or withdrawn, the account returns to the recorded state. From there, a payment verifies an approved profile as usual. If the',
    'profile is completed in the meantime, the recorded state advances accordingly.',
    '',
  ];
  return [...pageHead, ...machines.flatMap(sectionOf)].join('\n');
}

function sectionOf(machine: Machine): string[] {
  const { states, events, transitions } = machine;
  const name = (value: string | number) =>
    typeof value === 'number' ? `${value} ${titleOf(machine, value).en}` : value;
  return [
    `## ${machine.title.en}`,
    '',
    '| State | Meaning |',
    '|---|---|',
    ...states.map(({ value, meaning }) => `| ${name(value)} | ${meaning.en} |`),
    '',
    '| Event | From | To | By |',
    '|---|---|---|---|',
    ...transitions.map(
      ({ event, from, to, by }) =>
        `| ${events[event]?.en ?? event} (\`${event}\`) | ${from.map(name).join('<br>')} | ${to.map(name).join('<br>')} | ${by.join(', ')} |`,
    ),
    '',
  ];
}
