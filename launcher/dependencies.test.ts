import { expect, test } from 'vitest';
import { firstDifference, firstDisagreement } from './dependencies.ts';

const expected = {
  '': {},
  'node_modules/pg': { version: '8.23.1', integrity: 'sha512-a' },
  'node_modules/pg-arm': { version: '1.0.0', optional: true },
};

test('finds nothing to do if the installed packages match', () => {
  expect(
    firstDifference(expected, { 'node_modules/pg': { version: '8.23.1', integrity: 'sha512-a' } }),
  ).toBeUndefined();
});

test('names a missing package', () => {
  expect(firstDifference(expected, {})).toBe('pg 8.23.1 is missing');
});

test('names a package with a different version', () => {
  expect(
    firstDifference(expected, { 'node_modules/pg': { version: '8.0.0', integrity: 'sha512-b' } }),
  ).toBe('pg is 8.0.0 and must be 8.23.1');
});

test('names a package that is no longer used', () => {
  expect(
    firstDifference(expected, {
      'node_modules/pg': expected['node_modules/pg'],
      'node_modules/old': { version: '1.0.0' },
    }),
  ).toBe('old is no longer used');
});

test('names a package whose version isn’t in the lock file', () => {
  expect(
    firstDisagreement({ dependencies: { pg: '8.23.1' } }, { dependencies: { pg: '8.23.1' } }),
  ).toBeUndefined();
  expect(
    firstDisagreement({ dependencies: { pg: '8.23.2' } }, { dependencies: { pg: '8.23.1' } }),
  ).toBe('pg');
  expect(firstDisagreement({}, { devDependencies: { vite: '8.3.8' } })).toBe('vite');
});
