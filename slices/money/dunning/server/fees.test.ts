import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { mailsTo } from '../../../../server/testing/outbox.ts';
import {
  createTestCompany,
  type TestCompany,
  testCompanyBank,
  testCompanySettings,
} from '../../ledger/server/testing/testCompany.ts';
import { payerProfile } from '../../payments/server/testing/paymentHarness.ts';
import { addDays } from './evaluation/plan.ts';
import { applyDue } from './jobs.ts';
import { clockAt, issue, stepsOf, systemOf } from './testing/debts.ts';

let app: TestApp;
let testCompany: TestCompany;
let customer: TestClient;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  testCompany = await createTestCompany(app);
  await app.root.put(`/companies/${testCompany.companyId}/settings`, {
    ...testCompanySettings,
    taxNumber: '516179157',
  });
});
beforeEach(async () => {
  customer = await app.signInAs('user');
  await invoiceTaxed({});
});
afterEach(() => shiftClock(0));
afterAll(() => app.close());

const steps = [
  { kind: 'reminder', days: 0 },
  { kind: 'fee', days: 1, mode: 'fixed', amount: '9.99' },
];
const switchOn = async (more: object = {}) =>
  expect(
    (
      await testCompany.clerk.put(`/companies/${testCompany.companyId}/dunning`, {
        isOn: true,
        steps,
        ...more,
      })
    ).status,
  ).toBe(200);
const invoiceTaxed = async (more: object) => {
  const taxes = [{ name: 'VAT', rate: '17.5', validFrom: '2020-01-01', validTo: null }];
  const answer = await app.root.put(`/companies/${testCompany.companyId}/billingProperties`, {
    ...testCompanyBank,
    taxes,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
};
const setCountry = async (country: string) => {
  const answer = await customer.put('/billing', { ...payerProfile, country });
  expect(answer.status, answer.text).toBe(200);
};
const addDebt = (amount = '100') =>
  issue(app, {
    companyId: testCompany.companyId,
    userId: customer.userId,
    amount,
    dueOn: '2026-01-01',
  });
const runDueJobs = async (daysLater = 0) => {
  clockAt(`${addDays(new Date().toISOString().slice(0, 10), daysLater)}T12:00:00Z`);
  await applyDue(await systemOf(app));
  shiftClock(0);
};

interface Item {
  id: string;
  invoiceId: string;
  number: string;
  origin: string;
  net: string;
  tax: string;
  total: string;
  open: string;
  mailed: object | null;
}
const documents = async () =>
  (await customer.get<{ items: Item[] }>('/billing/documents?sorting=-issuedAt')).body.items;
const balance = async () =>
  (await customer.get<{ balances: { amount: string }[] }>('/billing')).body.balances[0]?.amount;
interface Step {
  key: string;
  amount: string | null;
  note: string;
}
const upcomingSteps = async () =>
  (await customer.get<{ coming: { steps: Step[] }[] }>('/billing/dunning')).body.coming[0]?.steps;

it('a late fee is a separate invoice with a number, the customer’s taxes, a line, a file and an email', async () => {
  await switchOn();
  await setCountry('IL');
  await addDebt();
  await runDueJobs();
  const feeForecast = (await upcomingSteps())?.find(({ key }) => key === 'fee.1');
  expect(feeForecast).toMatchObject({
    amount: '11.74',
    note: 'A late fee of 11.74 USD is charged (9.99 plus 1.75 tax).',
  });
  await Promise.all(Array.from({ length: 10 }, () => runDueJobs(1)));
  const [fee, invoice, ...others] = await documents();
  expect(others).toEqual([]);
  expect(fee).toMatchObject({
    origin: 'lateFee',
    net: '9.99',
    tax: '1.75',
    total: '11.74',
    open: '11.74',
    mailed: { state: expect.any(String) },
  });
  expect(invoice).toMatchObject({ origin: 'month' });
  const sequenceNumber = ({ number }: Item | { number: string }) =>
    Number(number.split('-').at(-1));
  expect(sequenceNumber(fee as Item)).toBe(sequenceNumber(invoice as Item) + 1);
  expect(await balance()).toBe('-111.74');
  const firstInvoice = (
    await customer.get<{
      lines: { id: number; title: string; subjectName: string }[];
      taxes: object[];
    }>(`/billing/invoices/${fee?.invoiceId}`)
  ).body;
  expect(firstInvoice).toMatchObject({
    ...{
      lines: [{ title: 'Late fee', subjectName: invoice?.number, amount: '9.99' }],
      taxes: [{ name: 'VAT', rate: '17.5', amount: '1.75' }],
    },
  });
  const explanation = await customer.get<{ agrees: boolean }>(
    `/billing/invoices/${fee?.invoiceId}/${firstInvoice.lines[0]?.id}`,
  );
  expect([explanation.status, explanation.body.agrees]).toEqual([200, true]);
  for (const format of ['pdf', 'html', 'csv'])
    expect(
      (await customer.get(`/invoice/download?document=${fee?.id}&format=${format}`)).status,
    ).toBe(200);
  const mail = (await mailsTo(app.portal, customer.email)).find(
    ({ kind }) => kind === 'invoices.issued',
  );
  expect(mail?.text).toContain(fee?.number);
  const history = await customer.get<{ items: object[] }>('/billing/history');
  const booked = { invoiceId: fee?.invoiceId, kind: 'invoice', number: fee?.number };
  expect(history.body.items[0]).toMatchObject({
    reason: `Late fee: ${invoice?.number}`,
    document: booked,
  });
});

it.each([
  ['outside the scope of the company’s taxes', 'DE', { foreignTax: 'outside' }, {}],
  ['by a policy without tax on fees', 'IL', {}, { taxesFees: false }],
])('no tax is charged %s, as predicted', async (_case, country, company, policy) => {
  await switchOn(policy);
  await invoiceTaxed(company);
  await setCountry(country);
  await addDebt();
  await runDueJobs();
  expect((await upcomingSteps())?.find(({ key }) => key === 'fee.1')).toMatchObject({
    amount: '9.99',
  });
  await runDueJobs(1);
  expect((await documents())[0]).toMatchObject({
    origin: 'lateFee',
    net: '9.99',
    tax: '0',
    total: '9.99',
  });
});

it('an unpaid late fee is collected by the same steps, without a late fee of its own', async () => {
  await switchOn();
  await setCountry('IL');
  await addDebt();
  await runDueJobs();
  await runDueJobs(1);
  const payment = await testCompany.clerk.post(
    `/billingManage/${testCompany.companyId}/${customer.userId}/payments`,
    {
      ...{ key: 'paid-without-fee', amount: '100', currency: 'USD', reason: 'A test' },
    },
  );
  expect(payment.status, payment.text).toBe(200);
  for (const day of [20, 21, 22]) await runDueJobs(day);
  const done = await stepsOf(app, customer.userId);
  expect(done.map(({ step, reason }) => [step, reason])).toEqual([
    ['reminder.1', 'told'],
    ['fee.1', 'chargedTaxed'],
    ['settled', 'settled'],
    ['reminder.1', 'told'],
    ['fee.1', 'feeOfFee'],
  ]);
  expect(await documents()).toHaveLength(2);
});

it('an unpaid manual charge is collected by the same steps, with a late fee', async () => {
  await switchOn();
  await setCountry('IL');
  const body = {
    key: 'a-charge-left',
    amount: '200',
    currency: 'USD',
    reason: 'Moving a rack',
    mayOwe: true,
  };
  const charged = await testCompany.clerk.post<{ document: Item & { dueOn: string } }>(
    `/billingManage/${testCompany.companyId}/${customer.userId}/charges`,
    body,
  );
  expect(charged.status, charged.text).toBe(200);
  const { document } = charged.body;
  await runDueJobs();
  expect(await stepsOf(app, customer.userId)).toEqual([]);
  expect((await customer.get<{ coming: object[] }>('/billing/dunning')).body.coming).toMatchObject([
    {
      document: { id: document.id, number: document.number, dueOn: document.dueOn },
      unpaid: '235',
    },
  ]);
  for (const day of [testCompanyBank.paymentDays + 1, testCompanyBank.paymentDays + 2])
    await runDueJobs(day);
  expect((await stepsOf(app, customer.userId)).map(({ step }) => step)).toEqual([
    'reminder.1',
    'fee.1',
  ]);
  expect((await documents()).map(({ origin, total }) => [origin, total])).toEqual([
    ['lateFee', '11.74'],
    ['charge', '235'],
  ]);
});

it('a late fee is fully credited by a separate credit note, and the monthly invoice stays unchanged', async () => {
  await switchOn();
  await setCountry('IL');
  await addDebt();
  await runDueJobs();
  await runDueJobs(1);
  const [fee] = await documents();
  const path = `/billingManage/${testCompany.companyId}/${customer.userId}/invoice`;
  const credit = (id = fee?.id) =>
    testCompany.clerk.post<{ total: string; number: string }>(`${path}/${id}/creditNotes`, {
      key: 'credit-of-fee',
      reason: 'Our mistake',
    });
  const notes = await Promise.all(Array.from({ length: 5 }, () => credit()));
  expect(notes.map(({ status, body }) => [status, body.total, body.number])).toEqual(
    notes.map(() => [200, '-11.74', notes[0]?.body.number]),
  );
  expect(await balance()).toBe('-100');
  expect(
    (await credit((await documents()).find(({ origin }) => origin === 'month')?.id)).status,
  ).toBe(404);
  expect(
    (
      await customer.post(`${path}/${fee?.id}/creditNotes`, {
        key: 'credit-of-fee',
        reason: 'Mine',
      })
    ).status,
  ).toBe(403);
});

it('late fees are listed and counted in the month of issue, even before it is invoiced', async () => {
  const period = addDays(`${new Date().toISOString().slice(0, 7)}-01`, -1).slice(0, 7);
  interface Months {
    items: { period: string; documents: number }[];
  }
  const documentCounts = async () => {
    const months = (await testCompany.clerk.get<Months>('/invoicing')).body.items.find(
      (item) => item.period === period,
    );
    return [
      months?.documents,
      (
        await testCompany.clerk.get<{ documents: number }>(
          `/invoicing/${testCompany.companyId}/${period}`,
        )
      ).body.documents,
    ];
  };
  const listed = async (query: string, month = period) =>
    (
      await testCompany.clerk.get<{ items: Item[] }>(
        `/invoicing/${testCompany.companyId}/${month}/documenting?${query}filter=${customer.email}`,
      )
    ).body.items;
  const [before = 0] = await documentCounts();
  await switchOn();
  await addDebt();
  for (const day of [10, 11]) {
    clockAt(`${period}-${day}T12:00:00Z`);
    await applyDue(await systemOf(app));
  }
  shiftClock(0);
  const fee = (await documents()).find(({ origin }) => origin === 'lateFee');
  expect(await listed('kind=lateFee&')).toMatchObject([
    { number: fee?.number, kind: 'invoice', origin: 'lateFee' },
  ]);
  expect(await listed('')).toMatchObject([{ number: fee?.number }]);
  expect(await listed('kind=creditNote&')).toEqual([]);
  const month = new Date().toISOString().slice(0, 7);
  expect(await listed('', month)).toEqual([]);
  expect(await documentCounts()).toEqual([before + 1, before + 1]);
  const path = `/billingManage/${testCompany.companyId}/${customer.userId}/invoice/${fee?.id}/creditNotes`;
  expect(
    (await testCompany.clerk.post(path, { key: 'credit-listed', reason: 'Our mistake' })).status,
  ).toBe(200);
  expect(await listed('kind=creditNote&', month)).toMatchObject([{ origin: 'lateFee' }]);
});
