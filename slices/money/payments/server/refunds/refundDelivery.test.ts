import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useCounter } from '../testing/paymentActions.ts';

const counter = useCounter();
const { own, paid, look } = counter;

const depositId = async (): Promise<string> => {
  const { body } = await counter.customer.get<{ items: { id: string }[] }>('/billing/history');
  return body.items.at(-1)?.id ?? '';
};
const refund = async (amount: string) =>
  counter.till.clerk.post(`${counter.path}/refunds`, {
    key: randomUUID(),
    transactionId: await depositId(),
    kind: 'moneyBack',
    amount,
    reason: 'A test',
  });
const refunds = async () => (await own()).orders[0]?.refunds ?? [];

interface Delivery {
  id: number;
  state: string;
  attempts: number;
  destination: string;
  payload: { title: string; value: string }[];
}
async function lastDelivery(): Promise<Delivery> {
  const { rows } = await sql<{
    id: number;
  }>`select id from outbound_job where type = 'payments.refund' order by id desc limit 1`.execute(
    counter.db(),
  );
  return (await counter.app.root.get<Delivery>(`/deliveries/${rows[0]?.id}`)).body;
}
const runAction = (id: number, action: 'retry' | 'give-up') =>
  counter.app.root.post<{ code?: number[] }>(`/deliveries/${id}/${action}`);

it('a refund is a delivery that operators can see', async () => {
  await paid('30');
  await refund('10');
  expect(await refunds()).toMatchObject([{ amount: '10', state: 'done' }]);
  expect(await lastDelivery()).toMatchObject({
    state: 'sent',
    attempts: 1,
    destination: 'PayPal',
    payload: [{ title: 'Company' }, { title: 'Amount', value: '10 USD' }],
  });
});

it('an abandoned refund is shown as failed with the reason, and is sent once when it is retried', async () => {
  const before = counter.till.paypal.taken();
  await paid('30');
  counter.till.paypal.rude(/refund$/, 'dropsAfter');
  await refund('30');
  expect(await refunds()).toMatchObject([{ state: 'waiting' }]);
  const { id } = await lastDelivery();
  expect((await runAction(id, 'give-up')).status).toBe(200);
  expect(await refunds()).toMatchObject([{ state: 'failed', problem: expect.stringMatching(/./) }]);
  await look();
  expect(await refunds()).toMatchObject([{ state: 'failed' }]);
  expect((await runAction(id, 'retry')).status).toBe(200);
  expect(await refunds()).toMatchObject([{ state: 'waiting', problem: '' }]);
  await look();
  expect(await refunds()).toMatchObject([{ state: 'done', problem: '' }]);
  expect(counter.till.paypal.taken()).toBe(before);
});

it('an abandoned refund isn’t retried after the money was refunded in another way', async () => {
  await paid('30');
  counter.till.paypal.rude(/refund$/, 'failsBefore');
  await refund('30');
  const { id } = await lastDelivery();
  expect((await runAction(id, 'give-up')).status).toBe(200);
  // Simulates a refund made on the provider's own pages.
  await sql`update payment_refund set state = 'done' where state = 'failed' and amount = 30`.execute(
    counter.db(),
  );
  expect((await runAction(id, 'retry')).body.code).toEqual([2833]);
  expect(await refunds()).toMatchObject([{ state: 'done' }]);
});
