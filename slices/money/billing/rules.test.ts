import { expect, it } from 'vitest';
import { paymentTypeTitles } from '../../people/users/contract/paymentTypes.ts';
import { effectivePaymentType, methodsFor, type PaymentWay } from './rules.ts';

const paymentTypes = Object.keys(paymentTypeTitles);

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
])('accounts see the correct payment options when %j is available', (methods, expected) => {
  expect(paymentTypes.map((type) => effectivePaymentType(type, methods))).toEqual(expected);
});

it.each<[PaymentWay[], PaymentWay[][]]>([
  [['transfer'], [['transfer'], ['transfer'], ['transfer']]],
  [
    ['paypal', 'transfer'],
    [['paypal'], ['paypal', 'transfer'], ['paypal', 'transfer']],
  ],
  [
    ['card', 'paypal', 'transfer'],
    [
      ['card', 'paypal'],
      ['card', 'paypal', 'transfer'],
      ['card', 'paypal', 'transfer'],
    ],
  ],
  [['card'], [['card'], ['card'], ['card']]],
  [[], [[], [], []]],
])(
  'with %j at the seller, customers who pay by card can make transfers only if no provider accepts payments',
  (methods, expectedWays) => {
    expect(paymentTypes.map((type) => methodsFor(type, methods))).toEqual(expectedWays);
  },
);
