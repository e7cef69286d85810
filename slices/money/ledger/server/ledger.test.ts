import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { ledgerProblems, portalKey } from './index.ts';
import {
  createTestCompany,
  disableBillingProfileRequirement,
  setSellerCurrency,
  type TestCompany,
} from './testing/testCompany.ts';

let app: TestApp;
let company: TestCompany;
let customer: TestClient;
let path = '';
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  company = await createTestCompany(app);
});
beforeEach(async () => {
  customer = await app.signInAs('user');
  await disableBillingProfileRequirement(company, customer);
  path = `/billingManage/${company.companyId}/${customer.userId}`;
});
afterEach(() => shiftClock(0));
afterAll(() => app.close());

interface Posted {
  id: string;
  approvalId: string | null;
  balance: string;
  currency: string;
  errors?: { key?: string; info: string }[];
  code?: number[];
}
type BookingKind = 'payments' | 'credits' | 'charges' | 'refunds' | 'writeOffs';
const postTransaction = (kind: BookingKind, amount: string, more: object = {}) =>
  company.clerk.post<Posted>(`${path}/${kind}`, {
    ...{ key: randomUUID(), amount, currency: 'USD', reason: 'A test' },
    ...(kind === 'charges' ? { mayOwe: false } : {}),
    ...more,
  });
const refund = (transactionId: string, kind: string, amount?: string) =>
  company.clerk.post<Posted>(`${path}/refunds`, {
    key: randomUUID(),
    transactionId,
    kind,
    reason: 'A test',
    ...(amount ? { amount } : {}),
  });
const errorSummary = ({ status, body }: { status: number; body: Posted }) => [
  status,
  body.code?.[0],
  body.errors?.[0]?.key,
];
interface Page {
  items: {
    id: string;
    kind: string;
    effect: string;
    balance: string;
    amount: string;
    refundable: string | null;
    by?: string;
  }[];
  next: boolean;
  nextDate: string | null;
  nextSkip: number;
  total: number;
}

describe('a balance', () => {
  it('is the sum of payments, credits, charges, refunds and write-offs', async () => {
    expect((await postTransaction('payments', '100')).body).toMatchObject({
      balance: '100',
      currency: 'USD',
    });
    expect((await postTransaction('credits', '10.50')).body.balance).toBe('110.5');
    const charge = (await postTransaction('charges', '60.25')).body;
    expect(charge.balance).toBe('50.25');
    expect((await refund(charge.id, 'reduction', '20')).body.balance).toBe('70.25');
    expect((await refund(charge.id, 'moneyBack', '20.25')).body.balance).toBe('70.25');
    expect((await refund(charge.id, 'noRefund')).body.balance).toBe('70.25');
    expect((await postTransaction('charges', '80.25', { mayOwe: true })).body.balance).toBe('-10');
    expect((await postTransaction('writeOffs', '4')).body.balance).toBe('-6');
    const { body } = await company.clerk.get<Page>(`${path}/history`);
    expect(body.items.map(({ kind, effect, balance }) => [kind, effect, balance])).toEqual([
      ['writeOff', '4', '-6'],
      ['charge', '-80.25', '-10'],
      ['refund', '0', '70.25'],
      ['refund', '0', '70.25'],
      ['refund', '20', '70.25'],
      ['charge', '-60.25', '50.25'],
      ['credit', '10.5', '110.5'],
      ['deposit', '100', '100'],
    ]);
    expect(body.items.find(({ id }) => id === charge.id)?.refundable).toBe('20');
    expect(body.items[0]?.by).toBe(company.clerk.email);
  });

  it('of a hundred covers exactly ten of a hundred parallel charges of ten', async () => {
    await postTransaction('payments', '100');
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => postTransaction('charges', '10')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(errorSummary(answer)).toEqual([422, 2811, 'amount']);
    const { body } = await customer.get<Page>('/billing/history?size=500');
    expect(body.items.map(({ balance }) => balance)).toEqual([
      '0',
      '10',
      '20',
      '30',
      '40',
      '50',
      '60',
      '70',
      '80',
      '90',
      '100',
    ]);
  });
});

describe('an idempotency key', () => {
  it('records a transaction once, regardless of repeated and parallel calls', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => postTransaction('payments', '10', { key })),
    );
    expect(
      new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.balance}`)).size,
    ).toBe(1);
    expect((await postTransaction('payments', '10.00', { key })).body.id).toBe(answers[0]?.body.id);
  });

  it.each<[string, BookingKind, object]>([
    ['amount', 'payments', { amount: '11' }],
    ['reason', 'payments', { reason: 'Something else' }],
    ['kind', 'credits', {}],
  ])('with a different %s is rejected', async (_case, kind, more) => {
    const key = randomUUID();
    await postTransaction('payments', '10', { key });
    expect(errorSummary(await postTransaction(kind, '10', { key, ...more }))).toEqual([
      409,
      2808,
      'key',
    ]);
  });

  it.each(['invoice:0123456789', 'dunning:0123:fee.1', 'payment:01234567', 'eight:ch'])(
    'reserved for the portal’s own transactions (%s) is rejected, regardless of the transaction',
    async (key) => {
      for (const kind of ['payments', 'credits', 'charges', 'writeOffs', 'refunds'] as const)
        expect(errorSummary(await postTransaction(kind, '10', { key }))).toEqual([
          400,
          1000,
          'key',
        ]);
      expect(portalKey('invoice', key)).toContain(':');
    },
  );

  it('of another customer is rejected, and a rejected transaction leaves its key free', async () => {
    const key = randomUUID();
    expect((await postTransaction('charges', '10', { key })).status).toBe(422);
    expect((await postTransaction('payments', '10', { key })).status).toBe(200);
    path = company.path;
    expect(errorSummary(await postTransaction('payments', '10', { key }))).toEqual([
      409,
      2808,
      'key',
    ]);
  });
});

describe('an amount', () => {
  it.each([
    '-1',
    '0',
    '0.00',
    'NaN',
    '1e308',
    'Infinity',
    '1,5',
    '1.00001',
    '9'.repeat(13),
    '1 2',
    '١',
    '',
  ])('of "%s" is rejected', async (amount) => {
    for (const kind of ['payments', 'credits', 'charges', 'writeOffs'] as const)
      expect(errorSummary(await postTransaction(kind, amount))).toEqual([400, 1000, 'amount']);
  });
  it('that isn’t a string, or is finer than the minor unit, is rejected', async () => {
    expect(errorSummary(await postTransaction('payments', 10 as never))).toEqual([
      400,
      1000,
      'amount',
    ]);
    expect(errorSummary(await postTransaction('payments', '1.001'))).toEqual([422, 2810, 'amount']);
  });
  it('in a currency the company doesn’t use is rejected', async () => {
    for (const kind of ['payments', 'credits', 'charges', 'writeOffs'] as const)
      expect(errorSummary(await postTransaction(kind, '1', { currency: 'EUR' }))).toEqual([
        422,
        2809,
        'currency',
      ]);
    expect(errorSummary(await postTransaction('payments', '1', { currency: 'usd' }))).toEqual([
      400,
      1000,
      'currency',
    ]);
  });
  it('in a previous currency is kept apart from the new one', async () => {
    await postTransaction('payments', '100');
    // Older versions allowed a company to change its currency while customers had balances.
    await setSellerCurrency(app, company, 'EUR');
    expect((await postTransaction('payments', '7', { currency: 'EUR' })).body.balance).toBe('7');
    // Amounts that aren't in the company's currency can't be compared with its limit.
    const { approvalId } = (await postTransaction('charges', '99')).body;
    expect(
      (await app.root.post<Posted>(`/billingAccess/approvals/${approvalId}/approve`)).body.balance,
    ).toBe('1');
    await setSellerCurrency(app, company, 'USD');
    const list = await company.clerk.get<{ items: unknown[] }>(
      `/billingAccess?filter=${customer.email}`,
    );
    expect(list.body.items).toMatchObject([
      {
        balances: [
          { currency: 'EUR', amount: '7' },
          { currency: 'USD', amount: '1' },
        ],
      },
    ]);
  });
  it('with fields only the portal sets is rejected', async () => {
    for (const more of [
      { price: '1' },
      { balance: '5' },
      { userId: customer.userId },
      { at: '2030-01-01T00:00:00Z' },
    ])
      expect((await postTransaction('payments', '1', more)).status).toBe(400);
  });
});

describe('a refund', () => {
  it('never exceeds the payment, even with fifty parallel requests', async () => {
    await postTransaction('payments', '10');
    const { id } = (await postTransaction('charges', '10')).body;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refund(id, 'reduction', '10')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(errorSummary(answer)).toEqual([422, 2812, 'amount']);
  });
  it('of a deposit is paid out, as far as it wasn’t spent', async () => {
    const { id } = (await postTransaction('payments', '10')).body;
    await postTransaction('charges', '4');
    expect(errorSummary(await refund(id, 'reduction', '1'))).toEqual([422, 2813, 'transactionId']);
    expect(errorSummary(await refund(id, 'moneyBack', '7'))).toEqual([422, 2811, 'amount']);
    expect((await refund(id, 'moneyBack', '6')).body.balance).toBe('0');
  });
  it('requires an amount, unless nothing is refunded, and refers to a charge or deposit of this customer', async () => {
    const { id } = (await postTransaction('credits', '10')).body;
    expect(errorSummary(await refund(id, 'reduction', '1'))).toEqual([422, 2813, 'transactionId']);
    const charge = (await postTransaction('charges', '10')).body.id;
    expect(errorSummary(await refund(charge, 'reduction'))).toEqual([422, 2817, 'amount']);
    expect(errorSummary(await refund(charge, 'noRefund', '1'))).toEqual([422, 2817, 'amount']);
    expect(errorSummary(await refund(randomUUID(), 'reduction', '1'))).toEqual([
      404,
      1001,
      'transactionId',
    ]);
    path = company.path;
    expect(errorSummary(await refund(charge, 'reduction', '1'))).toEqual([
      404,
      1001,
      'transactionId',
    ]);
  });
  it('requires recent authentication, as do credits and write-offs', async () => {
    shiftClock(6 * 60_000);
    for (const kind of ['credits', 'writeOffs'] as const)
      expect((await postTransaction(kind, '1')).body.code).toEqual([1800]);
    expect((await refund(randomUUID(), 'noRefund')).body.code).toEqual([1800]);
    expect((await postTransaction('payments', '1')).status).toBe(200);
  });
  it('a write-off can’t exceed the amount due', async () => {
    expect(errorSummary(await postTransaction('writeOffs', '1'))).toEqual([422, 2814, 'amount']);
    await postTransaction('charges', '5', { mayOwe: true });
    expect(errorSummary(await postTransaction('writeOffs', '5.01'))).toEqual([422, 2814, 'amount']);
    expect((await postTransaction('writeOffs', '5')).body.balance).toBe('0');
  });
});

describe('transaction history', () => {
  it('is paged by time and filtered, and shows neither other customers nor who recorded the transactions', async () => {
    for (const amount of ['1', '2', '3', '4', '5'])
      await postTransaction('payments', amount, { reason: `Number ${amount}` });
    await postTransaction('charges', '2');
    const seen: string[] = [];
    let query = 'size=2';
    for (;;) {
      const { body } = await customer.get<Page>(`/billing/history?${query}`);
      seen.push(...body.items.map(({ kind, amount, balance }) => `${kind} ${amount} ${balance}`));
      expect(body.items.every((item) => !('by' in item))).toBe(true);
      if (!body.next) break;
      query = `size=2&from=${body.nextDate}&skip=${body.nextSkip}`;
    }
    expect(seen).toEqual([
      'charge 2 13',
      'deposit 5 15',
      'deposit 4 10',
      'deposit 3 6',
      'deposit 2 3',
      'deposit 1 1',
    ]);
    expect((await customer.get<Page>('/billing/history?kind=charge')).body.total).toBe(1);
    expect(
      (await customer.get<Page>('/billing/history?filter=number%203')).body.items,
    ).toMatchObject([{ amount: '3', balance: '6' }]);
    const csv = (await customer.get('/billing/history/csv?kind=charge')).text.trim().split('\r\n');
    expect(csv).toHaveLength(2);
    expect(csv[1]).toContain(',charge,,2,USD,-2,13,A test,');
    expect((await company.clerk.get(`${path}/history/csv`)).text).toContain(company.clerk.email);
  });

  it('of a customer of another company isn’t found, for any query', async () => {
    const otherBillingAdmin = await app.signInAs('billingAdmin');
    const unknownCustomerPath = `/billingManage/${randomUUID()}/${customer.userId}`;
    for (const [subpath, body] of [
      ['history', undefined],
      ['history/csv', undefined],
      ['payments', { key: randomUUID(), amount: '1', currency: 'USD', reason: 'A test' }],
    ] as const)
      for (const from of [path, unknownCustomerPath]) {
        const answer = body
          ? await otherBillingAdmin.post(`${from}/${subpath}`, body)
          : await otherBillingAdmin.get(`${from}/${subpath}`);
        expect(answer.status).toBe(404);
      }
    expect((await customer.get(`${path}/history`)).status).toBe(403);
  });
});

describe('the database', () => {
  it.each(['ledger_transaction', 'ledger_posting', 'ledger_account'])(
    'rejects changes of %s',
    async (table) => {
      await postTransaction('payments', '1');
      const name = sql.table(table);
      for (const [connection, problem] of [
        [db(), /permission denied/],
        [app.administration.db, /append-only/],
      ] as const) {
        const isLocked = table === 'ledger_account'; // locking rows requires the update privilege, so the trigger must reject updates
        await expect(sql`update ${name} set currency = 'EUR'`.execute(connection)).rejects.toThrow(
          isLocked ? /append-only/ : problem,
        );
        await expect(sql`delete from ${name}`.execute(connection)).rejects.toThrow(problem);
        await expect(sql`truncate ${name} cascade`.execute(connection)).rejects.toThrow(problem);
      }
    },
  );

  it('rejects unbalanced, later added and mixed-currency postings', async () => {
    const { id } = (await postTransaction('payments', '1')).body;
    const add = (amount: string, currency = 'USD') => sql`
      insert into ledger_posting (transaction_id, account_id, company_id, currency, amount)
      select ${id}, a.id, a.company_id, ${currency}, ${amount} from ledger_account a where a.company_id = ${company.companyId} and a.kind = 'bank' and a.currency = 'USD'`;
    await expect(add('1').execute(db())).rejects.toThrow(/gives/);
    await expect(add('1', 'EUR').execute(db())).rejects.toThrow(/foreign key/);
    await expect(add('NaN').execute(db())).rejects.toThrow(/check/);
    const later = db()
      .transaction()
      .execute(async (transaction) => {
        await add('1').execute(transaction);
        await add('-1').execute(transaction);
      });
    await expect(later).rejects.toThrow(/gives/);
  });

  it('the verification script finds corruption that bypassed all of these checks', async () => {
    await postTransaction('payments', '3');
    const broken = app.administration.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql`update ledger_posting set amount = amount + 1 where id = (select max(id) from ledger_posting)`.execute(
        transaction,
      );
      const problems = await ledgerProblems(transaction);
      throw new Error(problems.join('\n'));
    });
    await expect(broken).rejects.toThrow(/gives[\s\S]*sum to[\s\S]*by what happened/);
  });
});
