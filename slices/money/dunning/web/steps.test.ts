import { expect, it } from 'vitest';
import { defaultSteps, draftOf, emptyStep, stepOf } from './steps.ts';

it('a step that is converted for editing and back stays the same', () => {
  const steps = [
    ...defaultSteps,
    { kind: 'fee', days: 5, mode: 'percent', amount: '2.5' } as const,
  ];
  expect(steps.map(draftOf).map(stepOf)).toEqual(steps);
});

it.each(['', 'x', '-1', '1.5', '1e3', '99999'])(
  'days entered as "%s" are sent as an invalid number for the portal to reject',
  (days) => expect(stepOf({ ...emptyStep, days })).toEqual({ kind: 'reminder', days: -1 }),
);
