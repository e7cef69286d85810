import { expect, test } from 'vitest';
import { type PartResult, reportText } from './report.ts';

const result = (changes: Partial<PartResult>): PartResult => ({
  part: 'unit',
  passed: 0,
  failed: 0,
  skipped: 0,
  ms: 0,
  notes: [],
  ...changes,
});
const lastLine = (text: string) => text.split('\n').at(-1);

test('ends with only the counts on the last line', () => {
  expect(lastLine(reportText([result({ passed: 3 }), result({ passed: 4, failed: 1 })], 0))).toBe(
    '7 passed, 1 failed',
  );
});

test('lists skipped tests only if there are any, with reasons above the last line', () => {
  const text = reportText(
    [result({ passed: 1 }), result({ part: 'vm', skipped: 2, notes: ['skipped: no QEMU'] })],
    0,
  );
  expect(lastLine(text)).toBe('1 passed, 0 failed, 2 skipped');
  expect(text).toContain('vm: skipped: no QEMU');
});

test('shows the counts and duration of every part, the sum, and the total duration', () => {
  const lines = reportText(
    [
      result({ part: 'types', passed: 2, ms: 4_200 }),
      result({ part: 'unit', passed: 120, failed: 1, ms: 61_000 }),
    ],
    62_000,
  ).split('\n');
  expect(lines.slice(0, 4)).toEqual([
    'part   passed  failed  skipped       time',
    'types       2       0        0      4.2 s',
    'unit      120       1        0  1 min 1 s',
    'all       122       1        0  1 min 2 s',
  ]);
});
