import { describe, expect, it } from 'vitest';
import { type UserError, userError } from '../../../../../contract/errors/errors.ts';
import { applyTransition, next, type TransitionActor } from './machine.ts';
import { machines, statesPage } from './page.ts';

const transitionActors: readonly TransitionActor[] = [
  'portal',
  'root',
  'siteAdmin',
  'billingAdmin',
  'owner',
];

describe.each(machines.map((machine) => [machine.name, machine] as const))(
  '%s',
  (_name, machine) => {
    const values = machine.states.map(({ value }) => value);
    const events = Object.keys(machine.events);
    const cells = values.flatMap((from) =>
      events.flatMap((event) => transitionActors.map((by) => ({ from, event, by }))),
    );

    it('every declared transition works for each allowed actor to each of its targets', () => {
      for (const { event, from, to, by } of machine.transitions)
        for (const start of from)
          for (const actor of by)
            for (const end of to)
              expect(next(machine, start, event, actor, end)).toEqual({ isAllowed: true, to: end });
    });

    it('every other combination of state, event and actor is rejected with a message in every language', () => {
      let rejectedCount = 0;
      for (const { from, event, by } of cells) {
        const isDeclared = machine.transitions.some(
          (t) => t.event === event && t.from.includes(from) && t.by.includes(by),
        );
        const move = next(machine, from, event, by);
        expect(move.isAllowed, `${from} ${event} ${by}`).toBe(isDeclared);
        if (move.isAllowed) continue;
        rejectedCount += 1;
        expect(move.problem.en.length).toBeGreaterThan(10);
        expect(move.problem.he.length).toBeGreaterThan(10);
      }
      expect(rejectedCount).toBeGreaterThan(0);
    });

    it('a target that a transition doesn’t lead to is rejected', () => {
      for (const { event, from, to, by } of machine.transitions)
        for (const start of from)
          for (const end of values.filter((value) => !to.includes(value))) {
            const canHappen = machine.transitions.some(
              (t) => t.event === event && t.from.includes(start) && t.to.includes(end),
            );
            if (!canHappen)
              expect(next(machine, start, event, by[0] as TransitionActor, end).isAllowed).toBe(
                false,
              );
          }
    });

    it('uses only known states and events, always changes the state, and has exits from every non-final state', () => {
      for (const { event, from, to, by } of machine.transitions) {
        expect(events).toContain(event);
        expect([...from, ...to].every((value) => values.includes(value))).toBe(true);
        expect(from.filter((value) => to.length === 1 && to.includes(value))).toEqual([]);
        expect(by.length).toBeGreaterThan(0);
      }
      for (const value of values)
        expect(
          machine.transitions.some((t) => t.from.includes(value)),
          `out of ${value}`,
        ).toBe(!machine.ends?.includes(value));
      for (const value of values)
        expect(
          machine.transitions.some((t) => t.to.includes(value)),
          `into ${value}`,
        ).toBe(!machine.starts?.includes(value));
    });

    it('a forbidden transition of an account is rejected with its location and the reason', () => {
      const cell = cells.find(({ from, event, by }) => !next(machine, from, event, by).isAllowed);
      const attempt = () =>
        applyTransition(
          machine,
          { email: 'a@example.test', state: cell?.from ?? '', by: cell?.by ?? 'owner' },
          cell?.event ?? '',
        );
      expect(attempt).toThrow(userError('stateRefused').message);
      try {
        attempt();
      } catch (error) {
        expect((error as UserError).reasons[0]?.values).toMatchObject({ email: 'a@example.test' });
      }
    });
  },
);

it('the portal never resumes an account suspended for a policy violation by itself, but does resume one suspended for nonpayment', () => {
  const [account] = machines;
  if (!account) throw new Error('There is no machine of account states.');
  expect(next(account, 'Suspended-Policy', 'resume', 'portal').isAllowed).toBe(false);
  expect(next(account, 'Suspended-Billing', 'resume', 'portal').isAllowed).toBe(true);
});

it('docs/states.md matches the declarations', async () => {
  await expect(statesPage()).toMatchFileSnapshot('../../../../../docs/states.md');
});
