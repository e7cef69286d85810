import { afterAll, beforeAll, expect, it } from 'vitest';
import { testExchangeRatePort } from './conformance.ts';
import { ecbDriver } from './ecb.ts';
import { EcbFake } from './testing/ecb.ts';

const ecb = new EcbFake();
const driver = () => ecbDriver({ address: ecb.address });
beforeAll(async () => void (await ecb.start()));
afterAll(() => ecb.stop());

it("reads the file in the bank's format", async () => {
  expect(await driver().latest()).toEqual({
    ...{ day: '2026-11-23', base: 'EUR' },
    rates: [
      { quote: 'USD', rate: '1.0832' },
      { quote: 'JPY', rate: '163.25' },
      { quote: 'ILS', rate: '4.0142' },
      { quote: 'IDR', rate: '17169.61' },
    ],
  });
});

const cube = (day: string, ...rates: string[]) =>
  `<Cube><Cube time="${day}">${rates.join('')}</Cube></Cube>`;
const usd = '<Cube currency="USD" rate="1.08"/>';

it.each([
  ['with double quotes and no room', cube('2026-11-23', usd), '1.08'],
  ['with a comment in it', `<!-- <Cube time='1999-01-01'> -->${cube('2026-11-23', usd)}`, '1.08'],
])('reads it %s', async (_case, text, rate) => {
  ecb.instead = { status: 200, text };
  expect((await driver().latest()).rates).toEqual([{ quote: 'USD', rate }]);
  ecb.instead = null;
});

it.each([
  ['two days', `${cube('2026-11-23', usd)}${cube('2026-11-24', usd)}`],
  ['no day', `<Cube>${usd}</Cube>`],
  ['an invalid day', cube('2026-13-45', usd)],
  ['no rate', cube('2026-11-23')],
  ['a rate of zero', cube('2026-11-23', '<Cube currency="USD" rate="0.00"/>')],
  ['a rate below zero', cube('2026-11-23', '<Cube currency="USD" rate="-1.08"/>')],
  ['a rate that isn’t a number', cube('2026-11-23', '<Cube currency="USD" rate="N/A"/>')],
  ['a rate without a currency', cube('2026-11-23', usd, '<Cube rate="1.08"/>')],
  ['one currency twice', cube('2026-11-23', usd, usd)],
  ['the euro in itself', cube('2026-11-23', '<Cube currency="EUR" rate="1"/>')],
])('rejects a file with %s as a whole', async (_case, text) => {
  ecb.instead = { status: 200, text };
  await expect(driver().latest()).rejects.toThrow('something other than exchange rates');
  ecb.instead = null;
});

testExchangeRatePort(() => ({
  driver: driver(),
  answerInstead: (answer) => {
    ecb.instead = answer;
  },
  stop: () => ecb.stop(),
}));
