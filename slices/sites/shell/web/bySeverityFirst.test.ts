import { expect, it } from 'vitest';
import { bySeverityFirst } from './bySeverityFirst.ts';

it('notices start with problems, then warnings, and keep their order within each severity', () => {
  const notices = (['info', 'warning', 'problem', 'warning', 'problem'] as const).map(
    (severity, index) => ({ severity, at: index }),
  );
  expect(bySeverityFirst(notices).map(({ severity, at }) => `${severity} ${at}`)).toEqual([
    'problem 2',
    'problem 4',
    'warning 1',
    'warning 3',
    'info 0',
  ]);
});
