import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clock, shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { recordStatements } from '../../../../server/testing/recordStatements.ts';
import {
  createTestCompany,
  type TestCompany,
  testCompanyBank,
} from '../../ledger/server/testing/testCompany.ts';
import { expireDeposits } from './deposits.ts';

let app: TestApp;
let testCompany: TestCompany;
let customer: TestClient;
let path = '';
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  testCompany = await createTestCompany(app);
});
beforeEach(async () => {
  customer = await app.signInAs('user');
  path = `/billingManage/${testCompany.companyId}/${customer.userId}`;
});
afterEach(() => shiftClock(0));
afterAll(() => app.close());

const profile = {
  ...{
    kind: 'person',
    name: 'Alex Example',
    street: '2 Example Street',
    city: 'Berlin',
    region: '',
    postalCode: '10115',
  },
  ...{ country: 'DE', taxNumber: '' },
};
interface Body {
  id: string;
  reference: string;
  state: number;
  errors?: { key?: string; info: string }[];
  code?: number[];
}
interface Overview {
  state: { value: number; isLocked: boolean; meaning: string };
  balances: { amount: string; currency: string }[];
  deposits: { id: string; state: number; reference: string }[];
  depositProblem: string | null;
  profileProblem: string | null;
}
const errorSummary = ({ status, body }: { status: number; body: Body }) => [
  status,
  body.code?.[0],
  body.errors?.[0]?.key,
];
const save = (more: object = {}) => customer.put<Body>('/billing', { ...profile, ...more });
const requestDeposit = (amount = '25', more: object = {}) =>
  customer.post<Body>('/billing/deposits', { amount, currency: 'USD', ...more });
const confirm = (orderId: string) =>
  testCompany.clerk.post<Body>(`${path}/deposits/${orderId}/confirm`, {
    reason: 'Statement of today',
  });
const readBilling = async () => (await customer.get<Overview>('/billing')).body;
const move = (event: string) =>
  testCompany.clerk.post<Body>(`${path}/state`, { event, reason: 'A test' });
const setState = (value: number) =>
  sql`update user_account set billing_state = ${value} where id = ${customer.userId}`.execute(db());

it('the billing overview needs one statement in addition to the session’s, regardless of the amount of data', async () => {
  const statements = async () => (await recordStatements(readBilling)).length;
  await readBilling();
  expect(await statements()).toBe(2);
  await save();
  await requestDeposit();
  expect(await statements()).toBe(2);
});

describe('a billing profile', () => {
  it('is approved and saved when it is first entered', async () => {
    expect((await readBilling()).state.value).toBe(0);
    expect((await save({ taxNumber: '123 456 788' })).body).toEqual({ state: 2 });
    expect(await readBilling()).toMatchObject({
      profile: { ...profile, taxNumber: 'DE123456788' },
      state: { value: 2, isLocked: false },
    });
  });

  it.each<[string, object, [number, number, string]]>([
    ['a wrong VAT number', { taxNumber: '12' }, [422, 2815, 'taxNumber']],
    ['a wrong Israeli number', { country: 'IL', taxNumber: '123456789' }, [422, 2815, 'taxNumber']],
    ['a company without a number', { kind: 'company' }, [422, 2817, 'taxNumber']],
    ['an unknown country', { country: 'ZZ' }, [422, 2806, 'country']],
    ['a country in small letters', { country: 'de' }, [400, 1000, 'country']],
    ['no state in the United States', { country: 'US' }, [422, 2817, 'region']],
    ['a state of another country', { country: 'US', region: 'ON' }, [422, 2817, 'region']],
    [
      'a reserved word for a state',
      { country: 'US', region: 'constructor' },
      [422, 2817, 'region'],
    ],
    ['a state in a country without states', { region: 'NY' }, [422, 2817, 'region']],
    ['no name', { name: '' }, [400, 1000, 'name']],
    ['a self-chosen state', { billingState: 3 }, [400, 1000, 'billingState']],
  ])('with %s is rejected at its field', async (_case, more, expected) => {
    const answer = await save(more);
    expect([answer.status, answer.body.code?.[0]]).toEqual(expected.slice(0, 2));
    if (expected[2] !== 'billingState') expect(answer.body.errors?.[0]?.key).toBe(expected[2]);
    expect((await readBilling()).state.value).toBe(0);
  });

  it('names the country whose addresses need a state, in a sentence that works with every country name', async () => {
    expect((await save({ country: 'US' })).text).toContain(
      'Addresses in United States need a state code, such as AL.',
    );
  });

  it('requires a manual review if it was disapproved, or renamed after verification', async () => {
    await save();
    await move('disapprove');
    expect((await save({ name: 'Sam Example' })).body).toEqual({ state: 5 });
    await move('verify');
    expect((await save({ name: 'Sam Example', street: '9 Example Street' })).body).toEqual({
      state: 3,
    });
    expect((await save({ name: 'Kim Example' })).body).toEqual({ state: 5 });
    expect((await save({ name: 'Lee Example' })).body).toEqual({ state: 5 });
  });

  it('is rejected if the account needs none', async () => {
    await setState(-1);
    expect((await readBilling()).profileProblem).toContain('No Billing Profile');
    expect(errorSummary(await save())).toEqual([422, 1920, undefined]);
  });

  it('can be changed by billing administrators according to the state machine, with the allowed actions listed', async () => {
    await save();
    const { body } = await testCompany.clerk.get<{ moves: { event: string }[] }>(path);
    expect(body.moves.map(({ event }) => event).sort()).toEqual([
      'disapprove',
      'forceDeposit',
      'remove',
      'review',
      'reviewLocked',
      'verify',
    ]);
    const nextStateByEvent = new Map(
      (body.moves as { event: string; follows: object | null }[]).map((one) => [
        one.event,
        one.follows,
      ]),
    );
    expect(nextStateByEvent.get('remove')).toEqual({
      title: 'Not Set',
      meaning: 'No details entered yet.',
    });
    expect(errorSummary(await move('depositPaid'))).toEqual([422, 1920, undefined]);
    expect((await move('remove')).body).toEqual({ state: 0, approvalId: null });
    expect(await readBilling()).toMatchObject({ profile: null, state: { value: 0 } });
    expect(
      (await testCompany.clerk.put(`${path}/paymentType`, { paymentType: 'Deposit' })).status,
    ).toBe(200);
    expect(await readBilling()).toMatchObject({ paymentType: 'Deposit' });
    expect(
      (await testCompany.clerk.put(`${path}/paymentType`, { paymentType: 'Barter' })).status,
    ).toBe(400);
  });
});

describe('a deposit by bank transfer', () => {
  it('is requested, confirmed once and added to the balance, and the first one verifies the profile', async () => {
    await save();
    const order = (await requestDeposit('25.50')).body;
    expect(order).toMatchObject({
      amount: '25.5',
      currency: 'USD',
      state: 1,
      reference: expect.stringMatching(/^D-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/),
    });
    const list = await testCompany.clerk.get<{ items: { id: string }[] }>(
      `/billingAccess/deposits?filter=${order.reference}&state=1`,
    );
    expect(list.body.items.map(({ id }) => id)).toEqual([order.id]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(order.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(errorSummary(answer)).toEqual([409, 2820, undefined]);
    expect(await readBilling()).toMatchObject({
      state: { value: 3 },
      balances: [{ amount: '25.5', currency: 'USD' }],
      deposits: [{ state: 3, reference: order.reference }],
    });
    const history = await customer.get<{ items: { kind: string; reason: string }[] }>(
      '/billing/history',
    );
    expect(history.body.items).toMatchObject([
      { kind: 'deposit', reason: `${order.reference}: Statement of today` },
    ]);
  });

  it.each<[string, string, object, [number, number, string]]>([
    ['less than the least', '4.99', {}, [422, 2818, 'amount']],
    ['an amount with fractions of a cent', '25.001', {}, [422, 2810, 'amount']],
    ['another currency', '25', { currency: 'EUR' }, [422, 2809, 'currency']],
    ['zero', '0', {}, [400, 1000, 'amount']],
    ['a negative amount', '-25', {}, [400, 1000, 'amount']],
    ['no number', 'NaN', {}, [400, 1000, 'amount']],
    ['too much', '1e308', {}, [400, 1000, 'amount']],
  ])('of %s is rejected', async (_case, amount, more, expected) => {
    await save();
    expect(errorSummary(await requestDeposit(amount, more))).toEqual(expected);
  });

  it('requires a profile, a seller and the seller’s bank account, and names what is missing', async () => {
    expect(errorSummary(await requestDeposit())).toEqual([422, 2816, undefined]);
    expect((await readBilling()).depositProblem).toBe('Complete the billing profile first.');
    await save();
    await app.root.put(`/companies/${testCompany.companyId}/billingProperties`, {
      ...testCompanyBank,
      bankAccount: '',
    });
    expect(errorSummary(await requestDeposit())).toEqual([422, 2821, undefined]);
    await app.root.put(`/companies/${testCompany.companyId}/billingProperties`, testCompanyBank);
    await app.root.put(`/companies/${testCompany.companyId}/siteAdmin`, {
      siteIds: [],
      adminIds: [testCompany.clerk.userId],
    });
    expect(errorSummary(await requestDeposit())).toEqual([422, 2800, undefined]);
    expect(await readBilling()).toMatchObject({ seller: null });
    await app.root.put(`/companies/${testCompany.companyId}/siteAdmin`, {
      siteIds: [app.siteId],
      adminIds: [testCompany.clerk.userId],
    });
  });

  it('is limited to ten open requests, even with twenty parallel calls, not counting canceled ones', async () => {
    await save();
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestDeposit()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(errorSummary(await requestDeposit())).toEqual([409, 2819, undefined]);
    const [open] = (await readBilling()).deposits;
    expect((await customer.delete(`/billing/deposits/${open?.id}`)).status).toBe(200);
    expect(errorSummary(await customer.delete<Body>(`/billing/deposits/${open?.id}`))).toEqual([
      409,
      2820,
      undefined,
    ]);
    expect(errorSummary(await confirm(open?.id ?? ''))).toEqual([409, 2820, undefined]);
    expect((await requestDeposit()).status).toBe(200);
  });

  it('expires if it isn’t paid in time', async () => {
    await save();
    const { id } = (await requestDeposit()).body;
    await expireDeposits({ db: db(), clock });
    expect((await readBilling()).deposits).toMatchObject([{ state: 1 }]);
    shiftClock(31 * 86_400_000);
    await expireDeposits({ db: db(), clock });
    shiftClock(0);
    expect((await readBilling()).deposits).toMatchObject([{ state: 4 }]);
    expect(errorSummary(await confirm(id))).toEqual([409, 2820, undefined]);
  });

  it('that is requested by the company blocks purchases but not payments, and a deposit unblocks the account', async () => {
    await save();
    await app.root.post('/forceDepositAccounts', {
      list: customer.email,
      reason: 'A test',
      checkOnly: true,
    });
    expect((await move('forceDeposit')).body).toEqual({ state: 9, approvalId: null });
    expect(await readBilling()).toMatchObject({
      state: { value: 9, isLocked: true },
      depositProblem: null,
    });
    expect(errorSummary(await customer.post<Body>('/servers', {}))).toEqual([403, 1910, undefined]);
    await confirm((await requestDeposit()).body.id);
    expect(await readBilling()).toMatchObject({ state: { value: 3, isLocked: false } });
    expect((await customer.post<Body>('/servers', {})).body.code).not.toContain(1910);
  });

  it('of another customer isn’t found by customers or administrators of another company', async () => {
    await save();
    const { id } = (await requestDeposit()).body;
    const other = await app.signInAs('user');
    expect((await other.delete(`/billing/deposits/${id}`)).status).toBe(404);
    const otherBillingAdmin = await app.signInAs('billingAdmin');
    expect(
      (await otherBillingAdmin.post(`${path}/deposits/${id}/confirm`, { reason: 'A test' })).status,
    ).toBe(404);
    expect(
      (await otherBillingAdmin.get<{ total: number }>('/billingAccess/deposits')).body.total,
    ).toBe(0);
    path = `/billingManage/${testCompany.companyId}/${other.userId}`;
    expect((await confirm(id)).status).toBe(404);
    expect((await confirm(randomUUID())).status).toBe(404);
    expect(
      (
        await testCompany.clerk.get(
          `/billingManage/${testCompany.companyId}/${testCompany.clerk.userId}`,
        )
      ).status,
    ).toBe(404);
  });
});
