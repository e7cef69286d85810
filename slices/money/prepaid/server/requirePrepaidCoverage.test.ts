import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer } from '../../../../server/testing/client.ts';
import { ledgerProblems } from '../../ledger/server/index.ts';
import { createTestCompany, type TestCompany } from '../../ledger/server/testing/testCompany.ts';
import {
  addFunds,
  charge,
  errorSummary,
  info,
  order,
  prepaidOf,
  setUpPrepaid,
  waitForTask,
} from './testing/prepaidFixtures.ts';

/** Runs with a worker and the simulated engine, so that orders are carried out. */
let app: TestApp;
let company: TestCompany;
const db = () => app.portal.services.database.db;

beforeAll(async () => {
  app = await startTestApp();
  company = await createTestCompany(app);
}, 60_000);
afterEach(async () => {
  expect(await ledgerProblems(db())).toEqual([]);
});
afterAll(() => app.close());

type Customer = Awaited<ReturnType<typeof setUpPrepaid>>;

async function server(customer: Customer, more: object = {}): Promise<string> {
  const { body, text } = await order(customer, more);
  const id = body.servers?.[0]?.id;
  if (!id) throw new Error(text);
  await waitForTask(customer, body.cmdId);
  return id;
}
/** Delays tasks started during `action` by an hour. */
async function whileTasksPaused<Result>(action: () => Promise<Result>): Promise<Result> {
  const startAfter = (wait: string) =>
    sql`alter table task alter column not_before set default clock_timestamp() + ${sql.lit(wait)}::interval`.execute(
      app.administration.db,
    );
  await startAfter('1 hour');
  try {
    return await action();
  } finally {
    await startAfter('0 seconds');
  }
}
const powerOff = async (customer: Customer, id: string) =>
  await waitForTask(
    customer,
    (await customer.put<{ cmdId: number }>(`/servers/${id}/power`, { state: 'off' })).body.cmdId,
  );

describe('a prepaid customer', () => {
  it('can’t order more than the balance covers, sees the missing amount, and can order again after a payment', async () => {
    const customer = await setUpPrepaid(app, company, '50');
    const id = await server(customer);
    await powerOff(customer, id);
    const trashedServer = await server(customer);
    await waitForTask(
      customer,
      (await customer.delete<{ cmdId: number }>(`/servers/${trashedServer}`)).body.cmdId,
    );
    const sender = await app.signInAs('user');
    const ordered = (await order(sender)).body;
    await waitForTask(sender, ordered.cmdId);
    const transfer = await sender.post<{ transferId: string }>(
      `/servers/${ordered.servers[0]?.id}/transfer`,
      { email: customer.email },
    );
    await charge(company, customer, '60');
    const { datacenterId } = (
      await customer.get<{ datacenterId: string }>('/servers/create/options')
    ).body;
    const { disks } = (await customer.get<{ disks: { id: string }[] }>(`/servers/${id}`)).body;
    const clone = { imageId: undefined, cloneOf: id, datacenterId, password: undefined };
    const orders: [string, () => Promise<Answer<object>>, number?][] = [
      ['create', () => order(customer)],
      ['monthly', () => order(customer, { billingMode: 'monthly' })],
      ['clone', () => order(customer, clone)],
      [
        'larger',
        () => customer.put(`/servers/${id}/size`, { cpuType: 'B', cores: 2, ramMb: 1024 }),
      ],
      ['disk', () => customer.post(`/servers/${id}/disks`, { sizeGb: 10 })],
      ['grow', () => customer.put(`/servers/${id}/disks/${disks[0]?.id}`, { sizeGb: 30 })],
      ['card', () => customer.post(`/servers/${id}/nics`, { networkId: 'auto' })],
      ['traffic', () => customer.put(`/servers/${id}/billing`, { trafficPackage: 't5000' })],
      ['backup', () => customer.put(`/servers/${id}/billing`, { backup: true })],
      ['managed', () => customer.put(`/servers/${id}/billing`, { managed: true })],
      ['paid ahead', () => customer.put(`/servers/${id}/billing`, { billingMode: 'monthly' })],
      ['on', () => customer.put(`/servers/${id}/power`, { state: 'on' })],
      ['restore', () => customer.put(`/servers/${trashedServer}/restore`, {})],
      ['transfer', () => customer.put(`/transfers/${transfer.body.transferId}/accept`, {})],
      [
        'image',
        () =>
          customer.post('/images/disk', {
            serverId: id,
            name: 'A copy',
            description: '',
            version: '1',
          }),
        2971,
      ],
    ];
    for (const [name, placeOrder, code = 2970] of orders)
      expect(errorSummary(await placeOrder()), name).toEqual([422, code]);
    const bulk = await customer.put<{ results: { error: { code: number } | null }[] }>(
      '/servers/power',
      { ids: [id], state: 'on' },
    );
    expect(bulk.body.results[0]?.error?.code).toBe(2970);
    const costText = info(await order(customer));
    expect(costText).toMatch(/^This action costs 0\.0\d USD, and you’re 10\.\d\d USD short\./);
    expect(costText).toMatch(
      /You have -10\.00 USD, 0\.00 USD of credit, and 0\.00 USD of promo codes\. Used or ordered but not yet invoiced: 0\.\d\d USD/,
    );
    // Actions without additional cost still work: renaming, turning off, moving to the Trash.
    expect((await customer.put(`/servers/${id}/name`, { name: 'another-name' })).status).toBe(200);
    await addFunds(company, customer, '200');
    for (const [name, placeOrder] of orders.filter(([name]) =>
      ['larger', 'restore', 'transfer', 'paid ahead'].includes(name),
    )) {
      const { status, text, body } = await placeOrder();
      expect(status, `${name}: ${text}`).toBe(200);
      if ('cmdId' in body) await waitForTask(customer, body.cmdId as number);
    }
  }, 60_000);

  it('can go below zero up to the credit limit, and no further', async () => {
    const customer = await setUpPrepaid(app, company, null);
    expect(errorSummary(await order(customer))).toEqual([422, 2970]);
    const limit = (creditLimit: string, client = company.clerk) =>
      client.put(`${customer.path}/creditLimit`, { creditLimit });
    expect((await limit('5')).status).toBe(200);
    expect(await prepaidOf(customer)).toMatchObject({
      balance: '0.00',
      credit: '5.00',
      used: '0.00',
      left: '5.00',
      state: 'ok',
    });
    expect((await order(customer)).status).toBe(200);
    await charge(company, customer, '5');
    expect(errorSummary(await order(customer))).toEqual([422, 2970]);
    const { body } = await company.clerk.get<object>(`${customer.path}/prepaid`);
    expect(body).toMatchObject({
      paymentType: 'Deposit',
      creditLimit: '5',
      currency: 'USD',
      prepaid: { state: 'gone' },
    });
    for (const invalid of ['-1', 'NaN', '1e3', '', '1234567890123'])
      expect((await limit(invalid)).status, invalid).toBe(400);
    expect(errorSummary(await limit('1.005'))).toEqual([422, 2810]);
    expect((await limit('5', customer)).status).toBe(403);
    expect((await limit('5', await app.signInAs('billingAdmin'))).status).toBe(404);
  });

  it('is charged for a server order before it is provisioned', async () => {
    const customer = await setUpPrepaid(app, company, '100');
    const ids = [await server(customer), await server(customer)];
    for (const id of ids) await powerOff(customer, id);
    // The balance covers an hour of one large server, but not of a second one.
    const size = { cpuType: 'B', cores: 8, ramMb: 16_384 };
    const { left } = (await prepaidOf(customer)) ?? { left: '0' };
    const { rows } = await sql<{
      leave: string;
    }>`select (${left}::numeric - 0.15)::text as leave`.execute(db());
    await charge(company, customer, rows[0]?.leave ?? '');
    // A change that is already in effect is billed as usage, so it no longer reserves an hour.
    const answers = await whileTasksPaused(() =>
      Promise.all(ids.map((id) => customer.put<{ cmdId: number }>(`/servers/${id}/size`, size))),
    );
    expect(answers.map(errorSummary).sort()).toEqual([
      [200, undefined],
      [422, 2970],
    ]);
  });

  it('is restricted together with its sub-accounts, which don’t see the remaining balance', async () => {
    const customer = await setUpPrepaid(app, company, null);
    const subAccount = await app.signInAs('user', { parentId: customer.userId });
    const answer = await order(subAccount);
    expect(errorSummary(answer)).toEqual([422, 2972]);
    expect(info(answer)).not.toMatch(/\d/);
    expect(await prepaidOf(subAccount)).toBeNull();
    await addFunds(company, customer, '20');
    expect((await order(subAccount)).status).toBe(200);
    expect((await prepaidOf(customer))?.used).not.toBe('0.00');
  });

  it.each(['Credit Card', 'Credit Card & Deposit'])(
    'has no such restriction while it pays by %s',
    async (paymentType) => {
      const customer = await setUpPrepaid(app, company, null);
      await company.clerk.put(`${customer.path}/paymentType`, { paymentType });
      await charge(company, customer, '5000');
      expect((await order(customer)).status).toBe(200);
      expect(await prepaidOf(customer)).toBeNull();
    },
  );
});
