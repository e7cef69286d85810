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
