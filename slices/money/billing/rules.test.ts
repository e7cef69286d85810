import { expect, it } from 'vitest';
import { paymentTypeTitles } from '../../people/users/contract/paymentTypes.ts';
import { type PaymentWay, paysBy, waysFor } from './rules.ts';

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
])('accounts see the correct payment options when %j is available', (ways, told) => {
  expect(paymentTypes.map((type) => paysBy(type, ways))).toEqual(told);
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
  (ways, offered) => {
    expect(paymentTypes.map((type) => waysFor(type, ways))).toEqual(offered);
  },
);
