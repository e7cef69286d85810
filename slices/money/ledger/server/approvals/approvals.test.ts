import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { mailsTo } from '../../../../../server/testing/outbox.ts';
import {
  createTestCompany,
  disableBillingProfileRequirement,
  type TestCompany,
  testCompanyBank,
} from '../testing/testCompany.ts';

let app: TestApp;
let company: TestCompany;
let second: TestClient;
let customer: TestClient;
let path = '';

beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  company = await createTestCompany(app);
  second = await app.signInAs('billingAdmin');
  await app.root.put(`/companies/${company.companyId}/siteAdmin`, {
    siteIds: [app.siteId],
    adminIds: [company.clerk.userId, second.userId],
  });
});
beforeEach(async () => {
  await limit('100');
  customer = await app.signInAs('user');
  path = `/billingManage/${company.companyId}/${customer.userId}`;
});
afterEach(() => shiftClock(0));
afterAll(() => app.close());

interface Posted {
  id: string | null;
  approvalId: string | null;
  balance: string;
  code?: number[];
  errors?: { key?: string }[];
}
interface Item {
  id: string;
  state: string;
  action: string;
  amount: string;
  customer: { id: string };
  approveProblem: string | null;
  note: string;
}
const limit = async (approvalAbove: string | null) =>
  expect(
    (
      await app.root.put(`/companies/${company.companyId}/billingProperties`, {
        ...testCompanyBank,
        approvalAbove,
      })
    ).status,
  ).toBe(200);
const postTransaction = (kind: string, amount: string, more: object = {}) =>
  company.clerk.post<Posted>(`${path}/${kind}`, {
    key: randomUUID(),
    amount,
    currency: 'USD',
    reason: 'A test',
    ...more,
  });
const approve = (id: string | null, client = second) =>
  client.post<Posted>(`/billingAccess/approvals/${id}/approve`);
const decline = (id: string | null, client = second) =>
  client.post<Posted>(`/billingAccess/approvals/${id}/decline`, { reason: 'Not this' });
const pendingApprovals = async (client = second) =>
  (await client.get<{ items: Item[] }>('/billingAccess/approvals?size=0')).body.items.filter(
    (item) => item.customer.id === customer.userId,
  );
const balance = async () =>
  (await customer.get<{ balances: { amount: string }[] }>('/billing')).body.balances[0]?.amount ??
  '0';
const errorSummary = ({ status, body }: { status: number; body: Posted }) => [
  status,
  body.code?.[0],
  body.errors?.[0]?.key,
];

describe('a transaction above the limit of one administrator', () => {
  it('waits for a second approval, and is recorded once with fifty parallel approvals', async () => {
    expect((await postTransaction('payments', '100')).body).toMatchObject({
      id: expect.any(String),
      approvalId: null,
      balance: '100',
    });
    const key = randomUUID();
    const answersToPost = await Promise.all(
      Array.from({ length: 10 }, () => postTransaction('payments', '100.5', { key })),
    );
    const { approvalId } = answersToPost[0]?.body ?? { approvalId: null };
    for (const { body } of answersToPost)
      expect(body).toEqual({ id: null, approvalId, balance: '100', currency: 'USD' });
    expect(errorSummary(await postTransaction('payments', '101', { key }))).toEqual([
      409,
      2808,
      'key',
    ]);
    expect(await balance()).toBe('100');
    const mails = (await mailsTo(app.portal, second.email)).filter(
      ({ kind }) => kind === 'ledger.approvalWaits',
    );
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('requested 100.50 USD'),
    ]);
    expect(await pendingApprovals(company.clerk)).toMatchObject([
      { state: 'waiting', approveProblem: expect.stringContaining('Another administrator') },
    ]);
    expect(errorSummary(await approve(approvalId, company.clerk))).toEqual([422, 2896, undefined]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => approve(approvalId, index % 2 ? second : app.root)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(errorSummary(answer)).toEqual([409, 2895, undefined]);
    expect(await balance()).toBe('200.5');
    expect((await postTransaction('payments', '100.5', { key })).body).toMatchObject({
      id: expect.any(String),
      approvalId,
      balance: '200.5',
    });
    expect(errorSummary(await decline(approvalId))).toEqual([409, 2895, undefined]);
  });

  it('isn’t recorded when it is rejected, and can be requested again', async () => {
    const key = randomUUID();
    const { approvalId } = (await postTransaction('credits', '500', { key })).body;
    expect((await decline(approvalId)).status).toBe(200);
    expect(errorSummary(await approve(approvalId))).toEqual([409, 2895, undefined]);
    expect(await pendingApprovals()).toMatchObject([
      { state: 'declined', note: 'Not this', action: 'credit' },
    ]);
    const second = (await postTransaction('credits', '500', { key })).body;
    expect(second.approvalId).not.toBe(approvalId);
    // Requesters can withdraw their own requests.
    expect((await decline(second.approvalId, company.clerk)).status).toBe(200);
    expect(await balance()).toBe('0');
  });

  it('is rejected at once if it is invalid, and later if it becomes invalid', async () => {
    const deposit = (await approve((await postTransaction('payments', '300')).body.approvalId))
      .body;
    const refund = (amount: string) =>
      company.clerk.post<Posted>(`${path}/refunds`, {
        key: randomUUID(),
        transactionId: deposit.id,
        kind: 'moneyBack',
        amount,
        reason: 'A test',
      });
    expect(errorSummary(await refund('300.01'))).toEqual([422, 2812, 'amount']);
    const [one, two] = [(await refund('200')).body, (await refund('200')).body];
    expect(await balance()).toBe('300');
    expect((await approve(one.approvalId)).status).toBe(200);
    expect(errorSummary(await approve(two.approvalId))).toEqual([422, 2812, 'amount']);
    expect((await pendingApprovals()).find(({ id }) => id === two.approvalId)).toMatchObject({
      state: 'waiting',
      approveProblem: null,
    });
    expect(await balance()).toBe('100');
  });

  it('that confirms an announced deposit also waits', async () => {
    await customer.put('/billing', {
      ...{
        kind: 'person',
        name: 'Alex Example',
        street: '2 Example Street',
        city: 'Berlin',
        region: '',
        postalCode: '10115',
      },
      ...{ country: 'DE', taxNumber: '' },
    });
    const order = (
      await customer.post<{ id: string }>('/billing/deposits', { amount: '400', currency: 'USD' })
    ).body;
    const confirm = (client: TestClient) =>
      client.post<Posted & { transactionId: string | null }>(
        `${path}/deposits/${order.id}/confirm`,
        {
          reason: `By ${client.email}`,
        },
      );
    const answer = (await confirm(company.clerk)).body;
    expect(answer).toMatchObject({ transactionId: null, approvalId: expect.any(String) });
    expect((await confirm(second)).body.approvalId).toBe(answer.approvalId);
    expect(
      (await customer.get<{ deposits: { state: number }[] }>('/billing')).body.deposits,
    ).toMatchObject([{ state: 1 }]);
    expect((await approve(answer.approvalId)).status).toBe(200);
    expect([await balance(), (await confirm(second)).body.transactionId]).toEqual([
      '400',
      expect.any(String),
    ]);
  });

  it('isn’t visible to administrators of other companies or to the customer, who can’t decide on it either', async () => {
    const { approvalId } = (await postTransaction('payments', '101')).body;
    const otherBillingAdmin = await app.signInAs('billingAdmin');
    expect(await pendingApprovals(otherBillingAdmin)).toEqual([]);
    for (const call of [
      approve(approvalId, otherBillingAdmin),
      decline(approvalId, otherBillingAdmin),
      approve(randomUUID()),
    ])
      expect((await call).status).toBe(404);
    expect((await approve(approvalId, customer)).status).toBe(403);
    expect(await pendingApprovals()).toMatchObject([{ state: 'waiting' }]);
  });

  it.each([
    ['a charge', 'charges', 'charge', { mayOwe: true }, '-300'],
    ['a write-off', 'writeOffs', 'writeOff', {}, '300'],
  ] as const)('%s also waits', async (_title, kind, action, more, effect) => {
    await disableBillingProfileRequirement(company, customer);
    if (kind === 'writeOffs')
      await approve((await postTransaction('charges', '300', { mayOwe: true })).body.approvalId);
    const before = await balance();
    const { approvalId, id } = (await postTransaction(kind, '300', more)).body;
    expect([id, await balance()]).toEqual([null, before]);
    expect((await pendingApprovals())[0]).toMatchObject({
      id: approvalId,
      action,
      amount: '300',
      state: 'waiting',
      approveProblem: null,
    });
    expect((await approve(approvalId)).status).toBe(200);
    expect(Number(await balance()) - Number(before)).toBe(Number(effect));
  });

  it('needs no approval if the company disables that', async () => {
    await limit(null);
    expect((await postTransaction('payments', '5000')).body).toMatchObject({
      approvalId: null,
      balance: '5000',
    });
    await app.root.put(`/companies/${company.companyId}/billingProperties`, testCompanyBank);
    expect((await postTransaction('payments', '5000')).body).toMatchObject({ approvalId: null });
  });
});

describe('partial transactions of one administrator', () => {
  const refund = (
    transactionId: string | null,
    amount: string,
    kind = 'moneyBack',
    client = company.clerk,
  ) =>
    client.post<Posted>(`${path}/refunds`, {
      key: randomUUID(),
      transactionId,
      kind,
      amount,
      reason: 'A test',
    });
  const needsApproval = async (pendingBooking: Promise<{ status: number; body: Posted }>) => {
    const { status, body } = await pendingBooking;
    expect(status).toBe(200);
    return body.approvalId !== null;
  };

  it('for refunds of one charge or deposit are added up, regardless of who made them and how', async () => {
    await disableBillingProfileRequirement(company, customer);
    await approve((await postTransaction('payments', '500')).body.approvalId);
    const charge = (
      await approve((await postTransaction('charges', '400', { mayOwe: false })).body.approvalId)
    ).body;
    const other = (await postTransaction('charges', '100', { mayOwe: false })).body;
    expect(await needsApproval(refund(charge.id, '60'))).toBe(false);
    expect(await needsApproval(refund(charge.id, '60'))).toBe(true);
    expect(await needsApproval(refund(charge.id, '60', 'reduction', second))).toBe(true);
    expect(await needsApproval(refund(charge.id, '40', 'reduction', second))).toBe(false);
    expect(await needsApproval(refund(charge.id, '0.01'))).toBe(true);
    expect(await needsApproval(refund(other.id, '100'))).toBe(false);
  });

  it('for one customer within a day are added up: payments, credits, charges and write-offs', async () => {
    await disableBillingProfileRequirement(company, customer);
    expect(await needsApproval(postTransaction('payments', '40'))).toBe(false);
    expect(await needsApproval(postTransaction('charges', '50', { mayOwe: true }))).toBe(false);
    expect(await needsApproval(postTransaction('writeOffs', '10'))).toBe(false);
    expect(await needsApproval(postTransaction('credits', '0.01'))).toBe(true);
    const { approvalId } = (await postTransaction('payments', '1')).body;
    // The approver's daily limit is separate and not used up by approvals.
    expect((await approve(approvalId)).status).toBe(200);
    const body = { key: randomUUID(), amount: '100', currency: 'USD', reason: 'A test' };
    expect(await needsApproval(second.post<Posted>(`${path}/payments`, body))).toBe(false);
    path = `/billingManage/${company.companyId}/${(await app.signInAs('user')).userId}`;
    shiftClock(-24 * 3_600_000 - 1000);
    expect(await needsApproval(postTransaction('payments', '100'))).toBe(false);
    expect(await needsApproval(postTransaction('payments', '0.01'))).toBe(true);
    shiftClock(0);
    expect(await needsApproval(postTransaction('payments', '100'))).toBe(false);
  });

  it('count for the acting administrator, also on behalf of another', async () => {
    const pay = (client: TestClient) =>
      client.post<Posted>(`${path}/payments`, {
        key: randomUUID(),
        amount: '60',
        currency: 'USD',
        reason: 'A test',
      });
    const actingRequest = { reason: 'The transfers of today', minutes: 10, mayChange: true };
    expect(
      (await app.root.post(`/users/${company.clerk.userId}/actFor`, actingRequest)).status,
    ).toBe(200);
    expect(await needsApproval(pay(app.root))).toBe(false);
    expect((await app.root.post('/users/stopActing')).status).toBe(200);
    expect(await needsApproval(pay(app.root))).toBe(true);
    expect(await needsApproval(pay(company.clerk))).toBe(false);
  });

  it('are added up in parallel calls: three of fifty transactions of thirty are recorded', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => postTransaction('payments', '30')),
    );
    expect(
      answers.filter(({ status, body }) => status === 200 && body.approvalId === null),
    ).toHaveLength(3);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await balance()).toBe('90');
  });
});
