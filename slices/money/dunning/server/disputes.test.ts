import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { mailsTo } from '../../../../server/testing/outbox.ts';
import { useCounter } from '../../payments/server/testing/paymentActions.ts';
import { addDays } from './evaluation/plan.ts';
import { applyDue } from './jobs.ts';
import { clockAt, issue, stepsOf, today } from './testing/debts.ts';

const counter = useCounter();
const { byCard, tell, system } = counter;

const steps = [
  { kind: 'reminder', days: 0 },
  { kind: 'fee', days: 2, mode: 'percent', amount: '10' },
  { kind: 'suspend', days: 4 },
];
const switchOn = async (more: object = {}) => {
  const answer = await counter.till.clerk.put(`/companies/${counter.till.companyId}/dunning`, {
    isOn: true,
    steps,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
};
afterEach(async () => {
  shiftClock(0);
  await counter.till.clerk.put(`/companies/${counter.till.companyId}/dunning`, {
    isOn: false,
    steps: [],
  });
});

const addDebt = (amount: string) =>
  issue(counter.app, {
    companyId: counter.till.companyId,
    userId: counter.customer.userId,
    amount,
    dueOn: '2026-01-01',
  });
const captureOf = async (orderId: string) => {
  const { rows } = await sql<{
    capture: string;
  }>`select capture from payment_order where id = ${orderId}`.execute(counter.db());
  return rows[0]?.capture ?? '';
};
/** Makes a card payment that the payer immediately disputes. */
const openDispute = async (amount: string): Promise<string> => {
  const capture = await captureOf((await byCard(amount, false)).id);
  await tell('stripe', counter.till.stripe.dispute(capture, 'needs_response'));
  return capture;
};
const decide = async (capture: string, state: 'won' | 'lost') =>
  await tell('stripe', counter.till.stripe.dispute(capture, state));
const runDueJobs = async (daysLater = 0) => {
  clockAt(`${addDays(new Date().toISOString().slice(0, 10), daysLater)}T12:00:00Z`);
  await applyDue(await system());
  shiftClock(0);
};
const done = async () =>
  (await stepsOf(counter.app, counter.customer.userId)).map(({ step }) => step.replace(/:.*/, ''));
const state = async () => {
  const { rows } = await sql<{ state: string }>`
    select account_state as state from user_account where id = ${counter.customer.userId}`.execute(
    counter.db(),
  );
  return rows[0]?.state;
};
const pay = async (amount: string) => {
  const body = { key: randomUUID(), amount, currency: 'USD', reason: 'A test' };
  expect((await counter.till.clerk.post(`${counter.path}/payments`, body)).status).toBe(200);
};

interface Forecast {
  owed: string;
  disputed: string;
  rest: string;
  steps: { key: string; on: string }[];
}
const own = async () =>
  (await counter.customer.get<{ coming: Forecast[]; log: { note: string }[] }>('/billing/dunning'))
    .body;
const simulated = async () =>
  (
    await counter.till.clerk.post<{ coming: Forecast[] }>(
      `${counter.path}/billingPolicy/simulation`,
      { isOn: true, steps },
    )
  ).body.coming;

describe('an open dispute', () => {
  it('keeps the disputed amount from being collected and shows the reason, and if it is lost, all remaining steps follow', async () => {
    await switchOn();
    await addDebt('100');
    const capture = await openDispute('100');
    for (const day of [0, 1, 3, 9]) await runDueJobs(day);
    expect(await done()).toEqual(['paused']);
    expect(await state()).toBe('Ok');
    const rest =
      '100.00 USD is disputed. That amount isn’t collected until the dispute is decided.';
    const paused = { owed: '0', disputed: '100', rest, steps: [] };
    expect([await own(), await simulated()]).toMatchObject([{ coming: [paused] }, [paused]]);
    expect((await own()).log.map(({ note }) => note)).toEqual([
      'A payment of 100.00 USD is disputed. That amount isn’t collected until the dispute is decided.',
    ]);
    await decide(capture, 'lost');
    await runDueJobs();
    expect(await done()).toEqual(['paused', 'resumed', 'reminder.1']);
    const { coming, log } = await own();
    expect(log.map(({ note }) => note)).toContainEqual(
      expect.stringContaining('was decided in the payer’s favor. Collection continues'),
    );
    expect(coming).toMatchObject([{ owed: '100', disputed: '0', rest: '' }]);
    expect(coming[0]?.steps.map(({ key, on }) => [key, on])).toEqual([
      ['fee.1', addDays(today(), 2)],
      ['suspend.1', addDays(today(), 4)],
    ]);
  });

  it('about part of the amount leaves the rest to be collected, and the account isn’t suspended after the rest is paid', async () => {
    await switchOn();
    await addDebt('60');
    const capture = await openDispute('60');
    await addDebt('40');
    await runDueJobs();
    expect(await own()).toMatchObject({ coming: [{ owed: '40', disputed: '60' }] });
    const mail = (await mailsTo(counter.app.portal, counter.customer.email)).find(
      ({ kind }) => kind === 'dunning.reminder',
    );
    expect(mail?.text).toContain('40.00 USD');
    for (const day of [2, 4]) await runDueJobs(day);
    expect(await state()).toBe('Suspended-Billing');
    // Includes the late fee, which is a tenth of the undisputed amount.
    await pay('44');
    await runDueJobs(5);
    expect(await state()).toBe('Ok');
    await decide(capture, 'won');
    await runDueJobs(6);
    expect(await done()).toContain('won');
    expect(await done()).toContain('settled');
    expect((await own()).coming).toEqual([]);
  });

  it('leaves the other amounts due to be charged to the saved payment method', async () => {
    await addDebt('30');
    const { paypal, clerk } = counter.till;
    const { rows } = await sql<{ reference: string }>`
      select reference from payment_order where id = ${(await counter.paid('30.00')).id}`.execute(
      counter.db(),
    );
    await tell('paypal', paypal.dispute(rows[0]?.reference ?? ''));
    await byCard('5');
    const collect = () =>
      clerk.post<{ amount: string }>(`${counter.path}/collect`, { key: randomUUID() });
    const rejected = await collect();
    expect([rejected.status, rejected.text]).toEqual([
      422,
      expect.stringContaining('amount due is zero or disputed'),
    ]);
    await addDebt('20');
    expect((await collect()).body).toMatchObject({ amount: '15' });
  });
});

describe('a minimum balance for collection', () => {
  it('starts no steps up to its amount, and every step above it', async () => {
    await switchOn({ tolerance: '5' });
    await addDebt('5');
    await runDueJobs();
    await runDueJobs(9);
    expect(await done()).toEqual([]);
    expect((await own()).coming).toMatchObject([
      { owed: '5', steps: [], rest: expect.stringContaining('ignored balance of 5.00 USD') },
    ]);
    await addDebt('0.01');
    await runDueJobs();
    expect(await done()).toEqual(['reminder.1']);
  });

  it.each(['-1', '1.005', 'NaN'])('is rejected as %s, naming the field', async (tolerance) => {
    const { status, body } = await counter.till.clerk.put<{ errors: { key: string }[] }>(
      `/companies/${counter.till.companyId}/dunning`,
      {
        ...{ isOn: true, steps, tolerance },
      },
    );
    expect([status >= 400, body.errors[0]?.key]).toEqual([true, 'tolerance']);
  });
});
