import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { keyClient, makeKey } from '../../../../server/testing/keyClient.ts';
import { at } from '../../budgets/server/testing/usage.ts';
import { createTestCompany, type TestCompany } from '../../ledger/server/testing/testCompany.ts';
import { addPriceList } from '../../pricing/server/index.ts';
import {
  addFunds,
  errorSummary,
  info,
  optionsOf,
  order,
  prepaidOf,
  setUpPrepaid,
  waitForTask,
} from './testing/prepaidFixtures.ts';

let app: TestApp;
let company: TestCompany;
const title = { en: 'x', he: 'x', ar: 'x' };
const item = (code: string, monthly: string) => ({
  ...{ code, resource: title, unit: title, hourly: null, monthly, poweredOff: 'charge' as const },
});

beforeAll(async () => {
  app = await startTestApp();
  company = await createTestCompany(app);
  const { db } = app.portal.services.database;
  // A server costs 10.00 in advance for the whole month.
  const items = [
    item('cpu.B', '10'),
    ...['ram.gb', 'disk.gb', 'ip.wan'].map((code) => item(code, '0')),
  ];
  await addPriceList(
    { db },
    { siteId: app.siteId, currency: 'USD', validFrom: new Date('2031-01-01T00:00:00Z'), items },
  );
}, 60_000);
afterEach(() => shiftClock(0));
afterAll(() => app.close());

/** Creates a customer in the first seconds of a month. */
async function customerWith(amount: string) {
  const customer = await setUpPrepaid(app, company, amount);
  await at(app, '2031-03-01T00:00:02Z');
  return customer;
}

it('a balance of 100 covers ten of a hundred parallel orders of 10, and ends at zero', async () => {
  const customer = await customerWith('100');
  const choice = await optionsOf(customer);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => order(customer, { billingMode: 'monthly' }, choice)),
  );
  const accepted = answers.filter(({ status }) => status === 200);
  const short = answers.filter((answer) => errorSummary(answer)[1] === 2970);
  expect([accepted.length, short.length]).toEqual([10, 90]);
  await Promise.all(accepted.map(({ body }) => waitForTask(customer, body.cmdId)));
  expect(await prepaidOf(customer)).toMatchObject({
    balance: '100.00',
    used: '100.00',
    left: '0.00',
    state: 'gone',
  });
  expect((await customer.get<{ total: number }>('/servers')).body.total).toBe(10);
  for (const answer of short)
    expect(info(answer)).toMatch(/^This action costs 10\.00 USD, and you’re 10\.00 USD short/);
  // A new payment is available for the next order.
  await addFunds(company, customer, '10');
  expect((await order(customer, { billingMode: 'monthly' })).status).toBe(200);
  expect((await order(customer, { billingMode: 'monthly' })).status).toBe(422);
}, 120_000);

it('several servers of one order are covered together or not at all', async () => {
  const customer = await customerWith('25');
  expect((await order(customer, { billingMode: 'monthly', quantity: 3 })).status).toBe(422);
  const accepted = await order(customer, { billingMode: 'monthly', quantity: 2 });
  expect(accepted.status, accepted.text).toBe(200);
  expect(await prepaidOf(customer)).toMatchObject({ left: '5.00' });
});

it('parallel orders by the account, its sub-accounts, their keys and published clients spend the balance once', async () => {
  const customer = await setUpPrepaid(app, company, '50');
  const subAccount = await app.signInAs('user', { parentId: customer.userId });
  const key = await makeKey(customer, { ratePerMinute: 6000 });
  const parentKeyClient = keyClient(app.address, key);
  const childKeyClient = keyClient(app.address, await makeKey(subAccount, { ratePerMinute: 6000 }));
  await at(app, '2031-03-01T00:00:02Z');
  const choice = await optionsOf(customer);
  const published = (number: number) =>
    fetch(`${app.address}/service/server`, {
      method: 'POST',
      headers: {
        AuthClientId: key.clientId,
        AuthSecret: key.secret,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({
        ...{
          name: `door-${number}`,
          password: 'Aa1!0123456789abcdef01234567',
          passwordValidate: 'Aa1!0123456789abcdef01234567',
        },
        ...{
          datacenter: 'SIMULATED',
          image: choice.images[0]?.id,
          cpu: '1B',
          ram: '1024',
          disk: 'size=20',
          network: 'name=wan,ip=auto',
        },
        ...{
          quantity: 1,
          billingcycle: 'monthly',
          monthlypackage: '',
          dailybackup: 'no',
          managed: 'no',
          poweronaftercreate: 'yes',
        },
      }),
    });
  const buyers = [customer, subAccount, parentKeyClient, childKeyClient];
  const answers = await Promise.all([
    ...Array.from({ length: 32 }, (_item, index) =>
      order(buyers[index % buyers.length] ?? customer, { billingMode: 'monthly' }, choice),
    ),
    ...Array.from({ length: 8 }, (_item, number) => published(number)),
  ]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  // Published clients get every error as status 500. Calls that waited too long for a connection
  // are asked to retry.
  expect(statuses.filter((status) => ![200, 422, 500, 503].includes(status))).toEqual([]);
  expect(await prepaidOf(customer)).toMatchObject({ left: '0.00' });
  // Each way of ordering is rejected now.
  for (const buyer of buyers)
    expect((await order(buyer, { billingMode: 'monthly' }, choice)).status).toBe(422);
  expect(await (await published(9)).text()).toMatch(/you’re 10\.00 USD short/);
}, 120_000);
