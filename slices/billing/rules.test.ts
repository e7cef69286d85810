import { expect, it } from 'vitest';
import { type PaymentWay, paymentTypes, paysBy } from './rules.ts';

it.each<[PaymentWay[], string[]]>([
  [[], ['noWay', 'noWay', 'noWay']],
  [['transfer'], ['noCards', 'asSet', 'noCards']],
  [['paypal'], ['noCards', 'asSet', 'noCards']],
  [
    ['paypal', 'transfer'],
    ['noCards', 'asSet', 'noCards'],
  ],
  [
    ['card', 'transfer'],
    ['asSet', 'asSet', 'asSet'],
  ],
])('where %j can be paid with, accounts are told what is true', (ways, told) => {
  expect(paymentTypes.map((type) => paysBy(type, ways))).toEqual(told);
});
