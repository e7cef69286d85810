import { expect, test } from 'vitest';
import { countTests } from './runVitest.ts';

const report = (changes: object) =>
  JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...changes,
  });

test('counts pending and todo tests as skipped, by name', () => {
  const file = {
    name: 'a.test.ts',
    status: 'passed',
    message: '',
    assertionResults: [{ status: 'skipped', fullName: 'lists servers' }],
  };
  expect(
    countTests(
      report({ numPassedTests: 5, numPendingTests: 1, numTodoTests: 1, testResults: [file] }),
      0,
    ),
  ).toEqual({
    passed: 5,
    failed: 0,
    skipped: 2,
    notes: ['skipped by its file: lists servers'],
  });
});

test('names failed tests, with the first line of the error', () => {
  const failed = {
    status: 'failed',
    fullName: 'boots a server',
    failureMessages: ['Error: no disk\n at x'],
  };
  const file = { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [failed] };
  expect(countTests(report({ numFailedTests: 1, testResults: [file] }), 1)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    notes: ['failed: boots a server: Error: no disk'],
  });
});

test('shows the counterexample of a failed property', () => {
  const message =
    'Error: Property failed after 39 tests\n{ seed: 7, path: "1" }\nCounterexample: ["x"]\nShrunk 3 time(s)\n    at y';
  const failed = { status: 'failed', fullName: 'any name', failureMessages: [message] };
  const file = { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [failed] };
  expect(countTests(report({ numFailedTests: 1, testResults: [file] }), 1).notes).toEqual([
    'failed: any name: Error: Property failed after 39 tests\n    { seed: 7, path: "1" }\n    Counterexample: ["x"]',
  ]);
});

test('counts a file that failed to load as a failure', () => {
  const file = {
    name: 'a.test.ts',
    status: 'failed',
    message: 'SyntaxError: oh\n at x',
    assertionResults: [],
  };
  expect(countTests(report({ testResults: [file] }), 1)).toMatchObject({
    failed: 1,
    notes: ['a.test.ts did not run: SyntaxError: oh'],
  });
});

test('counts an unhandled error beside passed tests as a failure', () => {
  expect(countTests(report({ numPassedTests: 2 }), 1)).toMatchObject({ passed: 2, failed: 1 });
});

test('counts a crash without a report as a failure', () => {
  expect(countTests('', 134)).toMatchObject({ passed: 0, failed: 1 });
});

test('reports when there was nothing to run', () => {
  expect(countTests(report({}), 0)).toEqual({
    passed: 0,
    failed: 0,
    skipped: 0,
    notes: ['there is no test of this part'],
  });
});
