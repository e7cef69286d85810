import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { errorSummary, useCounter } from '../testing/paymentActions.ts';
import { connectPaymentProviders, terms } from '../testing/paymentHarness.ts';

const counter = useCounter();
const { start, paid, owe } = counter;

describe('an account suspended for an overdue invoice', () => {
  const stateOf = async () =>
    (
      await counter
        .db()
        .selectFrom('user_account')
        .select('account_state')
        .where('id', '=', counter.customer.userId)
        .executeTakeFirstOrThrow()
    ).account_state;

  it.each<[string, number]>([
    ['Suspended-Billing', 1],
    ['Suspended-Policy', 0],
  ])(
    '%s is resumed after full payment only if the invoice was the cause (%i)',
    async (state, isResumed) => {
      await owe('40');
      await sql`update user_account set account_state = ${state} where id = ${counter.customer.userId}`.execute(
        counter.db(),
      );
      await paid('30');
      expect(await stateOf()).toBe(state);
      await paid('10');
      expect(await stateOf()).toBe(isResumed ? 'Ok' : state);
    },
  );
});

describe('a connection', () => {
  const save = (more: object, provider = 'stripe') =>
    counter.app.root.put(`/companies/${counter.till.companyId}/payments/${provider}`, {
      ...terms,
      baseAddress: counter.till.stripe.origin,
      ...more,
    });

  it('is listed as a payment method on the billing page while it is enabled', async () => {
    const paymentMethods = async () =>
      (await counter.customer.get<{ ways: string[] }>('/billing')).body.ways;
    expect(await paymentMethods()).toEqual(['card', 'paypal']);
    await connectPaymentProviders(counter.app, counter.till, { isOn: false });
    expect(await paymentMethods()).toEqual(['transfer']);
    await sql`update company set bank_account = '' where id = ${counter.till.companyId}`.execute(
      counter.db(),
    );
    expect(await paymentMethods()).toEqual([]);
    await sql`update company set bank_account = 'DE89370400440532013000' where id = ${counter.till.companyId}`.execute(
      counter.db(),
    );
    await connectPaymentProviders(counter.app, counter.till);
  });

  it('never shows its keys, stores them encrypted and sends them nowhere else', async () => {
    const { text } = await counter.app.root.get(`/companies/${counter.till.companyId}/payments`);
    for (const secret of [
      counter.till.stripe.secretKey,
      counter.till.stripe.webhookSecret,
      counter.till.paypal.clientSecret,
    ])
      expect(text).not.toContain(secret);
    const { rows } = await sql<{ secret: Buffer }>`select secret from payment_connection`.execute(
      counter.db(),
    );
    for (const { secret } of rows) expect(secret.toString('latin1')).not.toMatch(/sk_test|fake/);
    expect((await save({})).status).toBe(200);
    expect(errorSummary(await save({ baseAddress: 'https://other.example' }))).toEqual([
      422,
      2828,
      'secret',
    ]);
    expect(errorSummary(await save({ isLive: true }))).toEqual([422, 2828, 'secret']);
    expect(errorSummary(await save({ baseAddress: 'ftp://other.example' }))).toEqual([
      422,
      2829,
      'baseAddress',
    ]);
    expect(errorSummary(await save({ baseAddress: 'nonsense' }))).toEqual([
      422,
      2829,
      'baseAddress',
    ]);
    expect(errorSummary(await save({ maxAmount: '1.001' }))).toEqual([422, 2810, 'maxAmount']);
  });

  it('can be tested, and reports the provider’s verdict on its keys', async () => {
    const testConnection = () =>
      counter.app.root.post(`/companies/${counter.till.companyId}/payments/stripe/try`);
    expect((await testConnection()).status).toBe(200);
    await save({ secret: 'sk_test_wrong' });
    const answer = await testConnection();
    expect(errorSummary(answer)).toEqual([422, 2826, undefined]);
    expect(answer.text).toContain('Invalid API Key');
    expect(answer.text).not.toContain('sk_test_wrong');
    await connectPaymentProviders(counter.app, counter.till);
  });

  it('is disabled instead of removed once it was used, and isn’t found from another company', async () => {
    await start();
    expect(
      errorSummary(
        await counter.app.root.delete(`/companies/${counter.till.companyId}/payments/paypal`),
      ),
    ).toEqual([409, 2830, undefined]);
    expect((await counter.app.root.get(`/companies/${randomUUID()}/payments`)).status).toBe(404);
    expect(
      (await counter.app.root.delete(`/companies/${randomUUID()}/payments/paypal`)).status,
    ).toBe(404);
    expect(
      (
        await (
          await counter.app.signInAs('billingAdmin')
        ).get(`/companies/${counter.till.companyId}/payments`)
      ).status,
    ).toBe(404);
    expect(
      (await counter.till.clerk.put(`/companies/${counter.till.companyId}/payments/stripe`, {}))
        .status,
    ).toBe(403);
  });
});
