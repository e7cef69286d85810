import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useCounter } from '../../payments/server/testing/paymentActions.ts';
import { connectPaymentProviders } from '../../payments/server/testing/paymentHarness.ts';
import { addDays } from './evaluation/plan.ts';
import { applyDue } from './jobs.ts';
import { issue, stepsOf, today } from './testing/debts.ts';

const counter = useCounter();
const { byCard, balance, system, own } = counter;

/**
 * Creates a customer with a balance of 25 and a card, an amount of 100 that is two days overdue,
 * and a policy that charges the card again on that day.
 */
async function addCardDebt(): Promise<void> {
  await byCard('25');
  await issue(counter.app, {
    companyId: counter.till.companyId,
    userId: counter.customer.userId,
    amount: '125',
    dueOn: addDays(today(), -2),
  });
  const steps = [
    { kind: 'retry', days: 0 },
    { kind: 'reminder', days: 30 },
  ];
  const saved = await counter.till.clerk.put(`${counter.path}/billingPolicy`, {
    isOn: true,
    steps,
  });
  expect(saved.status, saved.text).toBe(200);
}
const runDueJobs = async () => applyDue(await system());
const charges = (before: number) =>
  counter.till.stripe.asked
    .slice(before)
    .filter(({ url }) => url.pathname.endsWith('/payment_intents')).length;
const declinePaymentMethod = () =>
  sql`update payment_method set problem = 'card_declined' where user_id = ${counter.customer.userId}`.execute(
    counter.db(),
  );

it('a declined card is charged again by its step, once with twenty parallel workers, and the payment is confirmed', async () => {
  await addCardDebt();
  await declinePaymentMethod();
  const before = counter.till.stripe.taken();
  await Promise.all(Array.from({ length: 20 }, () => runDueJobs()));
  await runDueJobs();
  expect(
    (await stepsOf(counter.app, counter.customer.userId)).map(({ step, outcome, reason }) => [
      step,
      outcome,
      reason,
    ]),
  ).toEqual([
    ['retry.1', 'done', 'paid'],
    ['settled', 'skipped', 'settled'],
  ]);
  expect(counter.till.stripe.taken() - before).toBe(10_000);
  expect(await balance()).toBe('0');
});

it('a card that is declined twice is reported and not charged a third time', async () => {
  counter.till.stripe.card = 'pm_card_chargeDeclined';
  await addCardDebt();
  const before = counter.till.stripe.asked.length;
  await runDueJobs();
  await runDueJobs();
  expect(
    (await stepsOf(counter.app, counter.customer.userId)).map(({ step, reason }) => [step, reason]),
  ).toEqual([['retry.1', 'declined']]);
  expect(charges(before)).toBe(1);
  expect((await own()).methods[0]?.problem).toMatch(/card_declined/);
});

it('a company without auto-charge doesn’t charge in a retry step either, and the log says so', async () => {
  await addCardDebt();
  await connectPaymentProviders(counter.app, counter.till, { chargesSaved: false });
  const before = counter.till.stripe.asked.length;
  await runDueJobs();
  expect(
    (await stepsOf(counter.app, counter.customer.userId)).map(({ step, outcome, reason }) => [
      step,
      outcome,
      reason,
    ]),
  ).toEqual([['retry.1', 'skipped', 'unusable']]);
  expect(charges(before)).toBe(0);
  const { body } = await counter.till.clerk.get<{ log: { note: string }[] }>(
    `${counter.path}/billingPolicy`,
  );
  expect(body.log[0]?.note).toMatch(/doesn’t auto-charge/);
  await connectPaymentProviders(counter.app, counter.till);
});
