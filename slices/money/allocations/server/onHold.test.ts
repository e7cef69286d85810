import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { errorSummary, useAllocationHarness } from './testing/allocationHarness.ts';
import { buyerNumber, type IssuedDocument } from './testing/taxAuthorityHarness.ts';

const desk = useAllocationHarness();
const { look, path, read, issued } = desk;

const day = 86_400_000;
const entryOf = (more: object) => ({
  key: randomUUID(),
  currency: 'ILS',
  reason: 'A test',
  ...more,
});
const manage = (client: TestClient, path: string, body?: object) => {
  const where = `/billingManage/${desk.office.shop.companyId}/${client.userId}/${path}`;
  return body
    ? desk.office.shop.clerk.post<{ transactionId: string }>(where, body)
    : desk.office.shop.clerk.get<Listed>(where);
};
interface Listed {
  totals: object[];
  documents: object[];
  items: { open: string | null }[];
}
const accounts = async (client: TestClient) =>
  (
    await client.get<{
      accounts: {
        owed: string;
        documents: { id: string; unpaid: string; upTo: string; dueOn: string }[];
      }[];
    }>('/billing/unpaid')
  ).body.accounts;
const balances = async (client: TestClient) =>
  (await client.get<{ balances: { amount: string; withheld: string }[] }>('/billing')).body
    .balances;
const listed = async (client: TestClient) =>
  (
    await client.get<{ items: { id: string; open: string | null; dueOn: string | null }[] }>(
      '/billing/documents',
    )
  ).body.items;
const pay = (client: TestClient, amount: string, more: object = {}) =>
  client.post('/billing/unpaid/payment', {
    ...{
      key: randomUUID(),
      companyId: desk.office.shop.companyId,
      currency: 'ILS',
      amount,
      provider: 'paypal',
      keepsMethod: false,
    },
    ...more,
  });
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const dueOf = async (document: IssuedDocument) =>
  (
    await sql<{ due: string; issued: Date }>`
    select to_char(due_on, 'YYYY-MM-DD') as due, issued_at as issued from invoice_document where id = ${document.id}`.execute(
      desk.db(),
    )
  ).rows[0];

it('a document on hold isn’t due, and after its release it has the full payment period', async () => {
  const { client, paper } = await issued();
  const first = await dueOf(paper);
  expect(await balances(client)).toEqual([
    { currency: 'ILS', amount: `-${paper.total}`, withheld: paper.total },
  ]);
  expect(await accounts(client)).toEqual([]);
  expect(await listed(client)).toMatchObject([{ id: paper.id, open: null, dueOn: null }]);
  expect(errorSummary(await pay(client, paper.total, { documentId: paper.id }))).toEqual([
    422,
    2930,
    'documentId',
  ]);
  expect(errorSummary(await pay(client, paper.total))).toEqual([409, 2894, undefined]);
  expect((await manage(client, 'invoice')).body).toMatchObject({
    totals: [],
    items: [{ open: null }],
  });
  expect((await manage(client, 'billingPolicy')).body).toMatchObject({ documents: [] });

  shiftClock(5 * day);
  await look();
  shiftClock(0);
  expect((await read(paper)).state).toBe('approved');
  const dueOn = dayOf(Date.parse(first?.due ?? '') + 5 * day);
  expect(await dueOf(paper)).toMatchObject({ due: dueOn, issued: first?.issued });
  expect(await balances(client)).toEqual([
    { currency: 'ILS', amount: `-${paper.total}`, withheld: '0' },
  ]);
  expect(await accounts(client)).toMatchObject([
    { owed: paper.total, documents: [{ id: paper.id, unpaid: paper.total, dueOn }] },
  ]);
  expect(await listed(client)).toMatchObject([{ open: paper.total, dueOn }]);
  // The database rejects changes to released documents.
  const later = sql`update invoice_document set due_on = due_on + 1 where id = ${paper.id}`;
  await expect(later.execute(desk.db())).rejects.toThrow(/append-only/);
});

/**
 * Issues a charge to a private customer, with 18% tax. It needs no number from the authority, so
 * it's due immediately.
 */
async function chargeAsPerson(client: TestClient, amount: string): Promise<void> {
  const user = {
    kind: 'person',
    name: 'Alex Example',
    street: '2 Example Street',
    city: 'Haifa',
    region: '',
    postalCode: '3303138',
  };
  expect((await client.put('/billing', { ...user, country: 'IL', taxNumber: '' })).status).toBe(
    200,
  );
  const answer = await manage(client, 'charges', entryOf({ amount, mayOwe: true }));
  expect(answer.status, answer.text).toBe(200);
}

it('a payment for a document made while it is on hold stays assigned to it', async () => {
  const { client, paper } = await issued();
  await chargeAsPerson(client, '50');
  expect(await accounts(client)).toMatchObject([{ owed: '59', documents: [{ unpaid: '59' }] }]);
  await sql`update user_account set account_state = 'Suspended-Billing' where id = ${client.userId}`.execute(
    desk.db(),
  );
  await manage(client, 'payments', entryOf({ amount: '59' }));
  expect(await accounts(client)).toEqual([]);
  const { rows } =
    await sql`select account_state as state from user_account where id = ${client.userId}`.execute(
      desk.db(),
    );
  expect(rows).toEqual([{ state: 'Ok' }]);
  await chargeAsPerson(client, '20');
  await look();
  const raisedAmount = (Number(paper.total) + 23.6).toFixed(2);
  expect(await accounts(client)).toMatchObject([
    {
      owed: raisedAmount,
      documents: [{ unpaid: '23.6' }, { id: paper.id, unpaid: paper.total, upTo: raisedAmount }],
    },
  ]);
});

it('a canceled document never becomes due, and neither does an undecided one', async () => {
  desk.authority.refusedBuyers.add(buyerNumber);
  const { client, paper } = await issued();
  await look();
  expect((await read(paper)).state).toBe('refused');
  expect(await accounts(client)).toEqual([]);
  await desk.office.shop.clerk.post(`${path(paper)}/decision`, { decision: 'cancel' });
  expect(await accounts(client)).toEqual([]);
  const { shop } = desk.office;
  await shop.clerk.post(`${shop.run}/customers/${client.userId}/creditNotes`, {
    key: 'credit-1',
    reason: 'No number',
  });
  expect(await balances(client)).toEqual([{ currency: 'ILS', amount: '0', withheld: '0' }]);
  expect(await accounts(client)).toEqual([]);
});

it('a document released without a number becomes due too', async () => {
  desk.authority.refusedBuyers.add(buyerNumber);
  const { client, paper } = await issued();
  await look();
  await desk.office.shop.clerk.post(`${path(paper)}/decision`, { decision: 'continue' });
  expect(await accounts(client)).toMatchObject([
    { owed: paper.total, documents: [{ id: paper.id }] },
  ]);
});
