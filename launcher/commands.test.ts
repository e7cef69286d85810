import { expect, test } from 'vitest';
import { commands, helpText, upOptions } from './commands.ts';
import { choose } from './test/run.ts';

test('up accepts its options and rejects an unknown one by name', () => {
  expect(upOptions(['--demo', '--role=worker'])).toEqual({ demo: true, role: 'worker' });
  expect(() => upOptions(['--role=boss'])).toThrow('Unknown option "--role=boss"');
});

test('test --fast skips virtual machines and browser tests', () => {
  expect(choose(['--fast']).map(({ name }) => name)).toEqual([
    'lint',
    'types',
    'structure',
    'unit',
    'web',
  ]);
});

test('test --only accepts part names and rejects an unknown one by name', () => {
  expect(choose(['--only=vm,types']).map(({ name }) => name)).toEqual(['types', 'vm']);
  expect(() => choose(['--only=units'])).toThrow('There is no test part "units"');
});

test('help lists every command', () => {
  for (const { usage } of commands) expect(helpText()).toContain(`./cloudberth ${usage}`);
});
