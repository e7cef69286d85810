import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import {
  createTestCompany,
  type TestCompany,
  testCompanyBank,
} from '../../../ledger/server/testing/testCompany.ts';
import { clockAt, issue, ladder, stepsOf, today } from '../testing/debts.ts';
import { addDays } from './plan.ts';

let app: TestApp;
let company: TestCompany;
let customer: TestClient;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  company = await createTestCompany(app);
});
beforeEach(async () => {
  customer = await app.signInAs('user');
});
afterEach(() => shiftClock(0));
afterAll(() => app.close());

const addDebt = (dueOn: string, amount: string) =>
  issue(app, { companyId: company.companyId, userId: customer.userId, amount, dueOn });

interface Forecast {
  unpaid: string;
  owed: string;
  rest: string;
  steps: {
    key: string;
    kind: string;
    on: string;
    outcome: string;
    amount: string | null;
    note: string;
  }[];
}
interface Simulated {
  coming: Forecast[];
  assumed: Forecast & { issuedOn: string; dueOn: string };
}
const simulate = async (simulate: object, more: object = {}) =>
  await company.clerk.post<Simulated>(
    `/billingManage/${company.companyId}/${customer.userId}/billingPolicy/simulation`,
    {
      isOn: false,
      steps: ladder,
      ...more,
      assumed: simulate,
    },
  );

it('simulates an assumed document day by day as the periodic job processes a real one, and writes nothing', async () => {
  clockAt('2025-02-20T12:00:00Z');
  const { body } = await simulate({ amount: '99.99', issuedOn: '2025-01-17' });
  expect(body.coming).toEqual([]);
  expect(body.assumed).toMatchObject({
    issuedOn: '2025-01-17',
    dueOn: '2025-01-31',
    unpaid: '99.99',
    owed: '99.99',
    rest: '',
  });
  expect(await stepsOf(app, customer.userId)).toEqual([]);
  expect(
    (await customer.get<{ items: unknown[] }>('/billing/documents?sorting=-issuedAt')).body.items,
  ).toEqual([]);
  expect((await customer.get<{ coming: unknown[] }>('/billing/dunning')).body.coming).toEqual([]);
  await addDebt('2025-01-31', '99.99');
  const defaultSteps = (await simulate({ amount: '1' })).body.coming[0];
  expect(body.assumed.steps).toEqual(defaultSteps?.steps);
  expect(body.assumed.steps).toHaveLength(ladder.length);
});

it('uses today if no date is selected, next to real unpaid documents', async () => {
  await addDebt('2026-01-01', '40');
  const { body } = await simulate({ amount: '5' });
  const dueOn = addDays(today(), testCompanyBank.paymentDays);
  expect(body.assumed).toMatchObject({ issuedOn: today(), dueOn, owed: '5' });
  expect(body.assumed.steps[0]?.on).toBe(addDays(dueOn, ladder[0].days));
  expect(body.coming).toMatchObject([{ unpaid: '40', owed: '40' }]);
  const withTolerance5 = (await simulate({ amount: '5' }, { tolerance: '5' })).body.assumed;
  expect(withTolerance5).toMatchObject({ rest: expect.stringMatching(/5\.00 USD/), steps: [] });
});

it.each([
  ['no amount', {}, 'assumed.amount'],
  ['nothing', { amount: '0.00' }, 'assumed.amount'],
  ['below zero', { amount: '-5' }, 'assumed.amount'],
  ['a number that isn’t a string', { amount: 5 }, 'assumed.amount'],
  ['a power', { amount: '1e3' }, 'assumed.amount'],
  ['finer than the minor unit', { amount: '5.001' }, 'assumed.amount'],
  ['no day of the calendar', { amount: '5', issuedOn: '2026-02-30' }, 'assumed.issuedOn'],
  ['a day out of range', { amount: '5', issuedOn: '9999-12-31' }, 'assumed.issuedOn'],
])('rejects an assumed document with %s and names the field', async (_case, assumed, field) => {
  const { status, body } = await simulate(assumed);
  expect([status, (body as unknown as { errors: { key: string }[] }).errors[0]?.key]).toEqual([
    expect.toSatisfy((status) => status === 400 || status === 422),
    field,
  ]);
});

it('rejects unknown fields of an assumed document', async () => {
  expect((await simulate({ amount: '5', currency: 'EUR' })).status).toBe(400);
});
