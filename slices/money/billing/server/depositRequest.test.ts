import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { ledgerProblems } from '../../ledger/server/index.ts';
import {
  createTestCompany,
  type TestCompany,
  testCompanyBank,
} from '../../ledger/server/testing/testCompany.ts';

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
  path = `/billingManage/${company.companyId}/${customer.userId}`;
});
afterEach(async () => {
  await smallest('5');
  expect(await ledgerProblems(db())).toEqual([]);
});
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
interface Overview {
  state: { value: number };
  demand: { amount: string; paid: string; left: string; currency: string } | null;
  depositProblem: string | null;
}
const readBilling = async () => (await customer.get<Overview>('/billing')).body;
const stateNow = async () => (await readBilling()).state.value;
const save = (more: object = {}) =>
  customer.put<{ state: number }>('/billing', { ...profile, ...more });
const move = async (event: string) => {
  const answer = await company.clerk.post<{ state: number }>(`${path}/state`, {
    event,
    reason: 'A test',
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.state;
};
const pay = async (amount: string) => {
  const body = { key: randomUUID(), amount, currency: 'USD', reason: 'Statement of today' };
  const answer = await company.clerk.post<{ id: string }>(`${path}/payments`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.id;
};
/**
 * Sets the minimum deposit. Without one there is no amount to compare, and with `approvalAbove`
 * null no approval is required.
 */
const smallest = (minDeposit: string, approvalAbove: string | null = '1000') =>
  app.root.put(`/companies/${company.companyId}/billingProperties`, {
    ...testCompanyBank,
    minDeposit,
    approvalAbove,
  });

/** Brings the customer to each state through the portal. */
const actionsByState: Record<number, () => Promise<unknown>> = {
  '-1': () => move('waive'),
  0: async () => undefined,
  1: async () => [await save(), await move('disapprove')],
  2: () => save(),
  3: async () => [await save(), await move('verify')],
  5: async () => [await save(), await move('review')],
  7: async () => [await save(), await move('reviewLocked')],
};
const places = Object.keys(actionsByState).map(Number);

describe('a deposit request', () => {
  it.each(places)(
    'of a profile in state %i restores that state when it is withdrawn',
    async (before) => {
      await actionsByState[before]?.();
      expect(await move('forceDeposit')).toBe(9);
      expect(await move('liftDeposit')).toBe(before);
      expect(await stateNow()).toBe(before);
      expect((await readBilling()).demand).toBeNull();
    },
  );

  it.each(places)(
    'of a profile in state %i restores that state when it is paid, and verifies only an approved one',
    async (before) => {
      await actionsByState[before]?.();
      await move('forceDeposit');
      await pay('5');
      expect(await stateNow()).toBe(before === 2 ? 3 : before);
    },
  );

  it('is fulfilled by several payments that together reach the seller’s minimum deposit, but not by less', async () => {
    await actionsByState[5]?.();
    await pay('100');
    await move('forceDeposit');
    expect((await readBilling()).demand).toEqual({
      amount: '5',
      paid: '0',
      left: '5',
      currency: 'USD',
    });
    await pay('4.99');
    expect(await readBilling()).toMatchObject({
      state: { value: 9 },
      demand: { amount: '5', paid: '4.99', left: '0.01' },
    });
    const managed = await company.clerk.get<Overview>(path);
    expect(managed.body.demand).toEqual({
      amount: '5',
      paid: '4.99',
      left: '0.01',
      currency: 'USD',
    });
    await pay('0.01');
    expect(await readBilling()).toMatchObject({ state: { value: 5 }, demand: null });
  });

  it('can be completed with the missing amount even if that is below the minimum deposit', async () => {
    await actionsByState[3]?.();
    await move('forceDeposit');
    await pay('3');
    const requestDeposit = (amount: string) =>
      customer.post<{ id: string }>('/billing/deposits', { amount, currency: 'USD' });
    expect((await requestDeposit('1.99')).status).toBe(422);
    const created = await requestDeposit('2');
    expect(created.status, created.text).toBe(200);
    const confirmed = await company.clerk.post(`${path}/deposits/${created.body.id}/confirm`, {
      reason: 'Statement of today',
    });
    expect(confirmed.status).toBe(200);
    expect(await stateNow()).toBe(3);
    expect((await requestDeposit('2')).status).toBe(422);
  });

  it('doesn’t count reversed payments', async () => {
    await actionsByState[3]?.();
    await move('forceDeposit');
    const transactionId = await pay('4');
    const body = {
      key: randomUUID(),
      transactionId,
      kind: 'moneyBack',
      amount: '4',
      reason: 'A test',
    };
    const refund = await company.clerk.post(`${path}/refunds`, body);
    expect(refund.status, refund.text).toBe(200);
    await pay('1');
    expect(await readBilling()).toMatchObject({
      state: { value: 9 },
      demand: { paid: '1', left: '4' },
    });
    await pay('4');
    expect(await stateNow()).toBe(3);
  });

  it('is fulfilled by any payment if the seller has no minimum deposit', async () => {
    await smallest('0', null);
    await actionsByState[3]?.();
    await move('forceDeposit');
    expect((await readBilling()).demand).toMatchObject({ amount: '0' });
    await pay('0.01');
    expect(await stateNow()).toBe(3);
  });

  it('counts payments since its own start if it is the second one', async () => {
    await actionsByState[3]?.();
    await move('forceDeposit');
    await pay('5');
    await move('forceDeposit');
    expect((await readBilling()).demand).toMatchObject({ paid: '0', left: '5' });
    await move('liftDeposit');
    expect(await stateNow()).toBe(3);
  });

  it.each([
    [0, {}, 2],
    [1, { name: 'Sam Example' }, 5],
    [3, { name: 'Kim Example' }, 5],
    [3, { street: '9 Example Street' }, 3],
    [-1, {}, -1],
  ])(
    'of a profile in state %i that is submitted with %o in the meantime leads to state %i',
    async (before, more, after) => {
      await actionsByState[before]?.();
      await move('forceDeposit');
      expect((await save(more)).body).toEqual({ state: 9 });
      expect(await move('liftDeposit')).toBe(after);
    },
  );

  it('of an account that needs no profile can be paid without one', async () => {
    await move('waive');
    await move('forceDeposit');
    expect((await readBilling()).depositProblem).toBeNull();
  });
});

describe('the migration of existing data', () => {
  const upgrade = async (table: string) => {
    const text = await readFile(
      new URL('../../../../server/migrations/0049_deposit_demands.sql', import.meta.url),
      'utf8',
    );
    const statement = new RegExp(`^update ${table}\\s[^;]+;`, 'm').exec(text)?.[0];
    if (!statement) throw new Error(`The upgrade writes nothing of ${table}.`);
    await sql.raw(statement).execute(db());
  };

  it('assigns the previous state to deposit requests, from the log or else from the profile', async () => {
    const others = [await app.signInAs('user'), await app.signInAs('user')];
    await actionsByState[5]?.();
    await move('forceDeposit');
    const ids = [customer, ...others].map(({ userId }) => userId);
    await sql`update user_account set billing_state = 9, deposit_from = null, deposit_demanded_at = null where id = any(${ids}::uuid[])`.execute(
      db(),
    );
    await sql`
      insert into billing_profile (user_id, kind, name, street, city, country, changed_at)
      values (${others[0]?.userId}, 'person', 'Lee Example', '2 Example Street', 'Berlin', 'DE', now())`.execute(
      db(),
    );
    await upgrade('user_account u');
    const { rows } = await sql<{ from: number; since: Date | null }>`
      select deposit_from as "from", deposit_demanded_at as since from user_account where id = any(${ids}::uuid[])
      order by array_position(${ids}::uuid[], id)`.execute(db());
    expect(rows.map(({ from }) => from)).toEqual([5, 2, 0]);
    expect(rows.every(({ since }) => since !== null)).toBe(true);
  });

  it('keeps a manual verification of a tax number while the number is unchanged', async () => {
    const business = {
      kind: 'company',
      name: 'Acheteur SARL',
      country: 'FR',
      taxNumber: 'FR12345678901',
      city: 'Paris',
      postalCode: '75001',
    };
    const [manualPayer, byPayment, changed] = [
      customer,
      await app.signInAs('user'),
      await app.signInAs('user'),
    ];
    for (customer of [manualPayer, byPayment, changed]) {
      path = `/billingManage/${company.companyId}/${customer.userId}`;
      await save(business);
      if (customer === byPayment) await pay('5');
      else await move('verify');
    }
    const ids = [manualPayer, byPayment, changed].map(({ userId }) => userId);
    await sql`update billing_profile set number_confirmed_at = null, number_confirmed_by = null where user_id = any(${ids}::uuid[])`.execute(
      db(),
    );
    await sql`update billing_profile set changed_at = now() + interval '1 minute' where user_id = ${changed.userId}`.execute(
      db(),
    );
    await upgrade('billing_profile p');
    const { rows } = await sql<{ id: string; by: string }>`
      select user_id as id, number_confirmed_by as by from billing_profile where user_id = any(${ids}::uuid[]) and number_confirmed_at is not null`.execute(
      db(),
    );
    expect(rows).toEqual([{ id: manualPayer.userId, by: company.clerk.userId }]);
  });
});
