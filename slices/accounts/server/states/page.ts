import { accountMachine } from './account.ts';
import { billingMachine } from './billing.ts';
import { chargeOrderMachine } from './chargeOrder.ts';
import { externalMachine } from './external.ts';
import { type Machine, titleOf } from './machine.ts';

export const machines = [accountMachine, billingMachine, externalMachine, chargeOrderMachine] as unknown as readonly Machine[];

/** `docs/states.md`, from the declarations. */
export function statesPage(): string {
  const head = [
    '# States of accounts',
    '',
    'Written from the declarations in `slices/accounts/server/states`; a test fails when this page says something else',
    '(`npx vitest run --project fast slices/accounts/server/states -u` writes it anew). What is not listed is refused.',
    '',
    '`portal` is the portal by itself, `owner` the person whose account it is; the others are roles.',
    '',
    '## Whose state counts',
    '',
    'What an account that is suspended, locked or locked by its billing pays for is changed by nobody but root and site administrators:',
    'neither by itself, nor by its child accounts (an API key of a child works no more than one of the parent), nor by a member of a group',
    'of another family on a server of it or of its children, nor by a schedule, which only turns off. Everything is seen as before, and',
    'one goes on with the account itself and with paying. One that is disapproved orders nothing new, and nothing that is there is made',
    'dearer; it is turned on and off as before. `server/platform/access/closure.ts` decides, for the calls, for the explainer and for what the',
    'billing page says is held back (`slices/billing/server/heldBack.walk.test.ts` walks every state over every call).',
    '',
    'A demand for a deposit remembers the state it was made in (`user_account.deposit_from`). It is met by payments since then that together',
    'reach the seller’s smallest deposit (any payment where there is none; what went back does not count). Met or taken back, it leads to',
    'where it was made; from there a payment proves an approved profile, as ever. A profile that is given meanwhile moves the remembered state.',
    '',
  ];
  return [...head, ...machines.flatMap(sectionOf)].join('\n');
}

function sectionOf(machine: Machine): string[] {
  const { states, events, transitions } = machine;
  const name = (value: string | number) => (typeof value === 'number' ? `${value} ${titleOf(machine, value).en}` : value);
  return [
    `## ${machine.title.en}`,
    '',
    '| State | Meaning |',
    '|---|---|',
    ...states.map(({ value, meaning }) => `| ${name(value)} | ${meaning.en} |`),
    '',
    '| What happens | From | To | By |',
    '|---|---|---|---|',
    ...transitions.map(
      ({ event, from, to, by }) =>
        `| ${events[event]?.en ?? event} (\`${event}\`) | ${from.map(name).join('<br>')} | ${to.map(name).join('<br>')} | ${by.join(', ')} |`,
    ),
    '',
  ];
}
