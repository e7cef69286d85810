import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { addToHook } from '../../../../server/testing/hooks.ts';
import {
  createTestCompany,
  disableBillingProfileRequirement,
  type TestCompany,
  testCompanyBank,
} from '../../ledger/server/testing/testCompany.ts';
import {
  startPaymentProviders,
  type Vendors,
} from '../../payments/server/testing/paymentHarness.ts';
import { defaultPrices } from '../../pricing/server/defaultPrices.ts';
import { addPriceList, setSpans } from '../../pricing/server/index.ts';
import { authorizeCompanyCurrency } from './index.ts';
import { type ErrorBody, errorSummary, settings as given } from './testing/company.ts';

let app: TestApp;
let testCompany: TestCompany;
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  testCompany = await createTestCompany(app);
});
afterAll(() => app.close());

const settings = { ...given, documentSeries: 'CUR', numberFormat: '{series}-{number}' };

const addPriceListInCurrency = (siteId: string, currency: string, validFrom: Date) =>
  addPriceList(
    { db: db() },
    { siteId, currency, validFrom, items: defaultPrices.filter(({ code }) => code === 'cpu.B') },
  );
const oneSecondAgo = () => new Date(clock.now().getTime() - 1000);

/** Creates a company with its own site that sells in USD. */
async function makeSeller(): Promise<{ companyId: string; siteId: string }> {
  const { id: companyId } = (await app.root.post<{ id: string }>('/companies', settings)).body;
  const siteId = await app.makeSite('Harbour');
  await addPriceListInCurrency(siteId, 'USD', new Date('2020-01-01'));
  const assigned = await app.root.put(`/companies/${companyId}/siteAdmin`, {
    siteIds: [siteId],
    adminIds: [],
  });
  expect(assigned.status, assigned.text).toBe(200);
  return { companyId, siteId };
}
const change = (companyId: string, currency: string, client = app.root) =>
  client.put<ErrorBody>(`/companies/${companyId}/settings`, { ...settings, currency });
const currencyOf = async (companyId: string) =>
  (await app.root.get<{ settings: { currency: string } }>(`/companies/${companyId}`)).body.settings
    .currency;

it('a company without sales can change its currency, and other settings at any time', async () => {
  const { id } = (await app.root.post<{ id: string }>('/companies', settings)).body;
  expect((await change(id, 'ILS')).status).toBe(200);
  expect(await currencyOf(id)).toBe('ILS');
  const { companyId } = await makeSeller();
  expect(
    (await app.root.put(`/companies/${companyId}/settings`, { ...settings, city: 'Akko' })).status,
  ).toBe(200);
});

it('a currency change is rejected while one of the company’s sites sells in the old currency, and works after removing the sites, which can be added back', async () => {
  const { companyId, siteId } = await makeSeller();
  const answer = await change(companyId, 'ILS');
  expect(errorSummary(answer)).toEqual([422, 2983, 'currency']);
  expect(answer.body.errors?.[0]?.info).toBe(
    'Example Clouds Ltd bills in USD and can’t change to ILS yet. Sites that sell in another currency: Harbour (USD). Resolve these first. You can also create another company that bills in ILS and assign the sites to it.',
  );
  expect(await currencyOf(companyId)).toBe('USD');
  await app.root.put(`/companies/${companyId}/siteAdmin`, { siteIds: [], adminIds: [] });
  await addPriceListInCurrency(siteId, 'ILS', oneSecondAgo());
  expect((await change(companyId, 'ILS')).status).toBe(200);
  expect(
    (await app.root.put(`/companies/${companyId}/siteAdmin`, { siteIds: [siteId], adminIds: [] }))
      .status,
  ).toBe(200);
});

it('a currency change is rejected while usage in the old currency isn’t invoiced', async () => {
  const { companyId, siteId } = await makeSeller();
  const customer = await app.signInAs('user', { siteId });
  const subject = {
    type: 'server' as const,
    id: randomUUID(),
    name: 'web',
    ownerId: customer.userId,
    siteId,
  };
  const meter = (items: Parameters<typeof setSpans>[2], at: Date) =>
    db()
      .transaction()
      .execute((transaction) =>
        setSpans({ db: transaction, clock: { ...clock, now: () => at } }, subject, items),
      );
  const now = clock.now();
  const monthAgo = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 10));
  await meter([{ item: 'cpu.B', quantity: '1', mode: 'hourly', powerState: 'on' }], monthAgo);
  await meter([], new Date(monthAgo.getTime() + 86_400_000));
  // Sells in ILS from now on, with no active usage.
  await addPriceListInCurrency(siteId, 'ILS', oneSecondAgo());
  const answer = await change(companyId, 'ILS');
  expect(errorSummary(answer)).toEqual([422, 2983, 'currency']);
  expect(answer.body.errors?.[0]?.info).toContain(
    'Sites with usage that isn’t invoiced yet: Harbour. Resolve these first.',
  );
  const period = `${monthAgo.toISOString().slice(0, 7)}-01`;
  await sql`insert into invoicing_run (company_id, period, issues, is_done, cmd_id, started_at) values (${companyId}, ${period}, true, true, 0, now())`.execute(
    db(),
  );
  const done = await change(companyId, 'ILS');
  expect(done.status, done.text).toBe(200);
});

it('a currency change is rejected while customers have balances in the old currency, with the amounts, in the caller’s language', async () => {
  const other = await app.signInAs('user');
  const base = testCompany.path.replace(/[^/]+$/, other.userId);
  await disableBillingProfileRequirement(testCompany, other);
  const postTransaction = (path: string, kind: string, input: object) =>
    testCompany.clerk.post(`${path}/${kind}`, {
      key: randomUUID(),
      reason: 'A test',
      currency: 'USD',
      ...input,
    });
  expect((await postTransaction(testCompany.path, 'payments', { amount: '100' })).status).toBe(200);
  expect((await postTransaction(base, 'charges', { amount: '30.25', mayOwe: true })).status).toBe(
    200,
  );
  const { companyId } = testCompany;
  const settings = (await app.root.get<{ settings: object }>(`/companies/${companyId}`)).body
    .settings;
  const changeCurrency = (client: typeof app.root) =>
    client.put<ErrorBody>(`/companies/${companyId}/settings`, { ...settings, currency: 'EUR' });
  const answer = await changeCurrency(app.root);
  expect(errorSummary(answer)).toEqual([422, 2983, 'currency']);
  const { info = '' } = answer.body.errors?.[0] ?? {};
  expect(info).toContain('Customers with unpaid invoices or charges: 1 (total 30.25 USD).');
  expect(info).toContain('Customers with a positive balance: 1 (total 100 USD).');
  await app.root.put('/header/language', { language: 'he' });
  expect((await changeCurrency(app.root)).body.errors?.[0]?.info).toContain(
    'לקוחות עם יתרת זכות: 1 (סה"כ 100 USD)',
  );
  await app.root.put('/header/language', { language: 'en' });
});

it.each([
  [
    'a deposit that waits for a transfer',
    'Deposit requests waiting for a transfer: 1',
    (company: string, user: string) => sql`
    insert into charge_order (company_id, user_id, method, currency, amount, reference, created_at, expires_at)
    values (${company}, ${user}, 'bankTransfer', 'USD', 10, ${randomUUID()}, now(), now() + interval '1 day')`,
  ],
  [
    'a credit limit',
    'Customers with a credit limit: 1',
    (_company: string, user: string) => sql`
    update user_account set credit_limit = 100 where id = ${user}`,
  ],
  [
    'a booking that waits for a second approval',
    'Bookings waiting for second approval: 1',
    (company: string, user: string) => sql`
    insert into ledger_approval (company_id, user_id, action, booking, amount, currency, reason, idempotency_key, asked_by, asked_person, asked_at)
    values (${company}, ${user}, 'credit', '{}', 10, 'USD', 'A test', ${randomUUID()}, ${user}, ${user}, now())`,
  ],
])('is rejected with %s', async (_case, message, make) => {
  const { companyId, siteId } = await makeSeller();
  await addPriceListInCurrency(siteId, 'ILS', oneSecondAgo());
  const customer = await app.signInAs('user', { siteId });
  await make(companyId, customer.userId).execute(db());
  const answer = await change(companyId, 'ILS');
  expect(errorSummary(answer)).toEqual([422, 2983, 'currency']);
  expect(answer.body.errors?.[0]?.info).toContain(`${message}. Resolve these first.`);
});

describe('a change made at the moment of a currency change', () => {
  let vendors: Vendors;
  let companyId: string;
  let customer: TestClient;
  let path: string;
  let resume: () => void;
  let changeStarted: Promise<void>;
  let pendingChange: ReturnType<typeof change>;
  beforeAll(async () => {
    vendors = await startPaymentProviders();
    // Pause while the currency is already changed, but not yet visible to other transactions.
    addToHook(app.portal, authorizeCompanyCurrency, async (_ctx, change) => {
      if (change.companyId === companyId) await waitInTransaction();
      return [];
    });
  });
  afterAll(() => vendors.close());
  let waitInTransaction = async () => {};

  async function startCurrencyChange({
    approvalAbove = null as string | null,
    takesOnline = false,
  }): Promise<void> {
    const { siteId, ...seller } = await makeSeller();
    await addPriceListInCurrency(siteId, 'ILS', oneSecondAgo());
    ({ companyId } = seller);
    const terms = await app.root.put(`/companies/${companyId}/billingProperties`, {
      ...testCompanyBank,
      approvalAbove,
    });
    expect(terms.status, terms.text).toBe(200);
    if (takesOnline) await vendors.connect(app, companyId);
    // A user signed in at this portal's host who buys at the company's site.
    customer = await app.signInAs('user');
    await sql`update user_account set site_id = ${siteId} where id = ${customer.userId}`.execute(
      db(),
    );
    path = `/billingManage/${companyId}/${customer.userId}`;
    await disableBillingProfileRequirement({ companyId, clerk: app.root }, customer);
    const blocked = new Promise<void>((resolve) => {
      resume = resolve;
    });
    changeStarted = new Promise((resolve) => {
      waitInTransaction = async () => {
        resolve();
        await blocked;
      };
    });
    pendingChange = change(companyId, 'ILS');
    await changeStarted;
  }

  /**
   * Sends a request during the currency change, and completes the change once the request waits for
   * it.
   */
  async function sendRequest(
    client: TestClient,
    address: string,
    body: object,
    method: 'post' | 'put' = 'post',
  ) {
    const pendingAnswer = client[method]<ErrorBody & { approvalId?: string }>(address, body);
    let early = '';
    void pendingAnswer.then(({ text }) => {
      early = text;
    });
    const waitingQuery = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%company%'`;
    try {
      await vi.waitUntil(
        async () =>
          early !== '' || (await waitingQuery.execute(app.administration.db)).rows.length === 1,
        10_000,
      );
      expect(early, 'It waits for the change').toBe('');
    } finally {
      resume();
    }
    const changed = await pendingChange;
    expect(changed.status, changed.text).toBe(200);
    return await pendingAnswer;
  }

  const money = () => ({ key: randomUUID(), amount: '10', currency: 'USD' });
  it.each<[string, () => [TestClient, string, object], { takesOnline?: boolean }?]>([
    [
      'a payment recorded by an administrator',
      () => [app.root, `${path}/payments`, { ...money(), reason: 'A test' }],
    ],
    ['a credit', () => [app.root, `${path}/credits`, { ...money(), reason: 'A test' }]],
    [
      'a charge',
      () => [app.root, `${path}/charges`, { ...money(), reason: 'A test', mayOwe: true }],
    ],
    [
      'a deposit by transfer',
      () => [customer, '/billing/deposits', { amount: '10', currency: 'USD' }],
    ],
    [
      'a payment online',
      () => [customer, '/billing/payments', { ...money(), provider: 'paypal', keepsMethod: false }],
      { takesOnline: true },
    ],
  ])(
    'rejects %s in the old currency, without leaving a trace',
    async (_case, input, terms = {}) => {
      await startCurrencyChange(terms);
      expect(errorSummary(await sendRequest(...input()))).toEqual([422, 2809, 'currency']);
      for (const table of [
        'ledger_transaction',
        'ledger_account',
        'ledger_approval',
        'charge_order',
        'payment_order',
      ])
        expect(
          (await sql`select from ${sql.table(table)} where company_id = ${companyId}`.execute(db()))
            .rows,
          table,
        ).toEqual([]);
    },
  );

  const creditLimit = async () =>
    (await app.root.get<{ creditLimit: string; currency: string }>(`${path}/prepaid`)).body;
  it('rejects a credit limit in the old currency, without leaving a trace', async () => {
    await startCurrencyChange({});
    const limit = { creditLimit: '250', currency: 'USD' };
    expect(errorSummary(await sendRequest(app.root, `${path}/creditLimit`, limit, 'put'))).toEqual([
      422,
      2809,
      'currency',
    ]);
    expect(await creditLimit()).toMatchObject({ creditLimit: '0', currency: 'ILS' });
    expect((await app.root.put(`${path}/creditLimit`, { ...limit, currency: 'ILS' })).status).toBe(
      200,
    );
    expect(errorSummary(await change(companyId, 'EUR'))).toEqual([422, 2983, 'currency']);
  });

  it('uses the new currency for a credit limit without a currency', async () => {
    await startCurrencyChange({});
    expect(
      (await sendRequest(app.root, `${path}/creditLimit`, { creditLimit: '250' }, 'put')).status,
    ).toBe(200);
    expect(await creditLimit()).toMatchObject({ creditLimit: '250', currency: 'ILS' });
  });

  it('uses the new currency for a deposit request that waits for a second approval', async () => {
    await startCurrencyChange({ approvalAbove: '0' });
    const { approvalId } = (
      await sendRequest(app.root, `${path}/state`, { event: 'forceDeposit', reason: 'A test' })
    ).body;
    const { rows } =
      await sql`select currency from ledger_approval where id = ${approvalId}`.execute(db());
    expect(rows).toEqual([{ currency: 'ILS' }]);
  });
});
