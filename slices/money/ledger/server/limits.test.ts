import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import {
  createTestCompany,
  disableBillingProfileRequirement,
  type TestCompany,
} from './testing/testCompany.ts';

let app: TestApp;
let company: TestCompany;
let customer: TestClient;
let path = '';
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  company = await createTestCompany(app);
});
beforeEach(async () => {
  customer = await app.signInAs('user');
  await disableBillingProfileRequirement(company, customer);
  path = `/billingManage/${company.companyId}/${customer.userId}`;
});
afterAll(() => app.close());

interface Posted {
  id: string;
  balance: string;
  errors?: { key?: string; info: string }[];
  code?: number[];
}
interface Item {
  id: string;
  refundable: string | null;
  sendable: string | null;
}
const postTransaction = async (
  kind: 'payments' | 'credits' | 'charges' | 'writeOffs',
  amount: string,
) => {
  const more = kind === 'charges' ? { mayOwe: true } : {};
  const answer = await company.clerk.post<Posted>(`${path}/${kind}`, {
    ...{ key: randomUUID(), amount, currency: 'USD', reason: 'A test' },
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const refund = (transactionId: string, kind: 'reduction' | 'moneyBack', amount: string) =>
  company.clerk.post<Posted>(`${path}/refunds`, {
    key: randomUUID(),
    transactionId,
    kind,
    amount,
    reason: 'A test',
  });
const [tooMuch, tooMuchWrittenOff, unpaid] = [2812, 2965, 2966];
/**
 * Expects a rejection with this code, and that exactly the maximum stated in the error can be
 * refunded.
 */
async function expectAtMost(
  transactionId: string,
  kind: 'reduction' | 'moneyBack',
  max: string,
  code: number,
) {
  const aboveLimit = (Number(max) + 0.01).toFixed(2);
  const { status, body } = await refund(transactionId, kind, aboveLimit);
  expect([status, body.code?.[0], body.errors?.[0]?.key, body.errors?.[0]?.info]).toEqual([
    ...[422, code, 'amount'],
    expect.stringContaining(` ${max} USD`),
  ]);
  if (max === '0') return;
  expect((await refund(transactionId, kind, max)).status).toBe(200);
}
const limitsOf = async (id: string) => {
  const { items } = (await company.clerk.get<{ items: Item[] }>(`${path}/history`)).body;
  const { refundable, sendable } = items.find((item) => item.id === id) ?? {};
  return [refundable, sendable];
};

describe('a payout of a charge', () => {
  it('is zero if it wasn’t paid, or was paid by credit', async () => {
    const { id } = await postTransaction('charges', '50');
    expect(await limitsOf(id)).toEqual(['50', '0']);
    await expectAtMost(id, 'moneyBack', '0', unpaid);
    await postTransaction('credits', '50');
    await expectAtMost(id, 'moneyBack', '0', unpaid);
    expect((await refund(id, 'reduction', '50')).body.balance).toBe('50');
  });

  it('is limited to the part that was paid with money, oldest charges first', async () => {
    await postTransaction('payments', '30');
    await postTransaction('credits', '20');
    await postTransaction('payments', '25');
    const one = await postTransaction('charges', '40');
    const two = await postTransaction('charges', '50');
    expect([await limitsOf(one.id), await limitsOf(two.id)]).toEqual([
      ['40', '30'],
      ['50', '25'],
    ]);
    await expectAtMost(one.id, 'moneyBack', '30', unpaid);
    await expectAtMost(two.id, 'moneyBack', '25', unpaid);
  });

  it('and a payout of its deposit never exceed the payment together, even if credit fills the balance', async () => {
    const deposit = await postTransaction('payments', '50');
    const charge = await postTransaction('charges', '50');
    await postTransaction('credits', '80');
    expect((await refund(charge.id, 'moneyBack', '20')).status).toBe(200);
    expect(await limitsOf(deposit.id)).toEqual(['30', '30']);
    await expectAtMost(deposit.id, 'moneyBack', '30', unpaid);
    await expectAtMost(charge.id, 'moneyBack', '0', unpaid);
  });

  it('is paid once, even with fifty parallel requests', async () => {
    await postTransaction('payments', '10');
    const charges = await Promise.all(
      Array.from({ length: 5 }, () => postTransaction('charges', '10')),
    );
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        refund(charges[index % 5]?.id ?? '', 'moneyBack', '10'),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 49 }, () => 422),
    ]);
  });
});

it('a spent deposit isn’t shown as refundable', async () => {
  const deposit = await postTransaction('payments', '50');
  await postTransaction('charges', '30');
  expect(await limitsOf(deposit.id)).toEqual(['50', '20']);
  await postTransaction('charges', '60');
  expect(await limitsOf(deposit.id)).toEqual(['50', '0']);
});

describe('a write-off', () => {
  it('is never refunded, neither as a reduction of the next bill nor as money', async () => {
    const { id } = await postTransaction('charges', '50');
    await postTransaction('writeOffs', '50');
    await expectAtMost(id, 'reduction', '0', tooMuchWrittenOff);
    await expectAtMost(id, 'moneyBack', '0', tooMuchWrittenOff);
    expect(await limitsOf(id)).toEqual(['0', '0']);
  });

  it('of a part leaves the rest, and applies to the oldest charge unpaid at the time', async () => {
    await postTransaction('payments', '40');
    const one = await postTransaction('charges', '50');
    const two = await postTransaction('charges', '50');
    await postTransaction('writeOffs', '30');
    await postTransaction('payments', '30');
    expect([await limitsOf(one.id), await limitsOf(two.id)]).toEqual([
      ['40', '40'],
      ['30', '30'],
    ]);
    await expectAtMost(one.id, 'reduction', '40', tooMuchWrittenOff);
    await expectAtMost(two.id, 'moneyBack', '30', tooMuchWrittenOff);
    await expectAtMost(two.id, 'reduction', '0', tooMuchWrittenOff);
  });

  it('stays with its charge when another one is refunded', async () => {
    await postTransaction('payments', '50');
    const one = await postTransaction('charges', '50');
    const two = await postTransaction('charges', '50');
    await postTransaction('writeOffs', '50');
    expect((await refund(one.id, 'reduction', '50')).body.balance).toBe('50');
    await expectAtMost(two.id, 'moneyBack', '0', tooMuchWrittenOff);
    await expectAtMost(one.id, 'reduction', '0', tooMuch);
  });

  it('and refunds never exceed the charge together, even with fifty parallel requests for each', async () => {
    const { id } = await postTransaction('charges', '10');
    const writeOff = () =>
      company.clerk.post<Posted>(`${path}/writeOffs`, {
        key: randomUUID(),
        amount: '10',
        currency: 'USD',
        reason: 'A test',
      });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 ? refund(id, 'reduction', '10') : writeOff(),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      (await customer.get<{ balances: { amount: string }[] }>('/billing')).body.balances[0]?.amount,
    ).toBe('0');
  });
});

it('`ledger verify` reports payouts without a payment, refunded write-offs, and amounts missing on credit notes', async () => {
  const broken = await startTestApp({ role: 'api' });
  company = await createTestCompany(broken);
  customer = company.customer;
  await disableBillingProfileRequirement(company, customer);
  path = company.path;
  const charge = await postTransaction('charges', '50');
  await postTransaction('writeOffs', '50');
  const { db } = broken.portal.services.database;
  // Consistent in all sums, but inserted without using the portal.
  const insertDirectly = (kind: 'reduction' | 'moneyBack', to: 'bank' | 'customer') =>
    sql`
      with booked as (
        insert into ledger_transaction (company_id, user_id, kind, refund_kind, refunds, currency, amount, reason, idempotency_key, fingerprint, at)
        select company_id, user_id, 'refund', ${kind}, id, currency, 20, 'Planted', ${`planted:${kind}`}, '', now() from ledger_transaction where id = ${charge.id}
        returning id, company_id, user_id),
      account as (
        insert into ledger_account (company_id, kind, user_id, currency) select company_id, ${to}, null, 'USD' from booked where ${to} <> 'customer' returning id, kind)
      insert into ledger_posting (transaction_id, account_id, company_id, currency, amount)
      select b.id, a.id, b.company_id, 'USD', case a.kind when 'revenue' then -20 else 20 end
      from booked b, (
        select id, kind from account union all
        select id, kind from ledger_account where company_id = ${company.companyId} and kind in ('revenue', ${to})) a`.execute(
      db,
    );
  await insertDirectly('moneyBack', 'bank');
  await insertDirectly('reduction', 'customer');
  const command = join(import.meta.dirname, '../../../../server/commands/ledger-verify.ts');
  const env = { ...process.env, DATABASE_URL: broken.portal.services.config.databaseUrl };
  const result = await promisify(execFile)(process.execPath, [command], { env }).catch(
    (error: { code: number; stdout: string }) => error as { code?: number; stdout: string },
  );
  expect(result).toMatchObject({ code: 1 });
  const problems = result.stdout.trim().split('\n');
  expect(
    problems
      .map((problem) =>
        problem
          .replace(/^by refund [\w-]+, /, '')
          .replace(/[\w-]{36} gives back 20.0000 of invoice [\w-]{36}/, 'of an invoice'),
      )
      .sort(),
  ).toEqual([
    `20.0000 USD more was sent back to customer ${customer.userId} than came in`,
    `20.0000 of charge ${charge.id} is given back out of 50.0000, of which 50.0000 was written off`,
    `40.0000 of charge ${charge.id} is given back out of 50.0000, of which 50.0000 was written off`,
    ...Array.from({ length: 2 }, () => 'refund of an invoice and no credit note says so'),
  ]);
  await broken.close({ breaksBooks: true });
});
