import { expect, it } from 'vitest';
import { leftOf } from './words.ts';

it.each([
  ['25', '0', '25.0000'],
  ['25', '24.99', '0.0100'],
  ['0.05', '0.05', '0.0000'],
  ['999999999999.9999', '0.0001', '999999999999.9998'],
])('of %s less %s is left %s', (amount, spent, left) => {
  expect(leftOf(amount, spent)).toBe(left);
});
