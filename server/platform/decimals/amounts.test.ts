import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { formatAmounts } from './amounts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it.each([
  ['USD', ['40', '0.5', '-12.3'], ['40.00 USD', '0.50 USD', '-12.30 USD']],
  ['USD', ['0.0045'], ['0.0045 USD']],
  ['JPY', ['1200'], ['1200 JPY']],
  ['KWD', ['1.5'], ['1.500 KWD']],
])('amounts in %s keep all digits of the currency', async (currency, amounts, expected) => {
  expect(await formatAmounts({ db: app.portal.services.database.db }, amounts, currency)).toEqual(
    expected,
  );
});
