import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { StripeFake } from '../../../../drivers/payment/testing/stripe.ts';
import { errorSummary, referenceOf, sessionOf, useCounter } from './testing/paymentActions.ts';

const counter = useCounter();
const { start, own, balance, look, connectionOf, tell } = counter;

describe('a webhook', () => {
  it('records a payment once regardless of repeated deliveries, even if the customer never returned', async () => {
    const order = (await start()).body;
    const reference = referenceOf(order);
    counter.till.paypal.approve(reference);
    const event = counter.till.paypal.approved(reference, 'WH-same');
    const answers = await Promise.all(Array.from({ length: 10 }, () => tell('paypal', event)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await balance()).toBe('25.5');
    // Events arrive out of order.
    await tell('paypal', counter.till.paypal.captured(reference));
    await tell('paypal', counter.till.paypal.approved(reference));
    expect(await balance()).toBe('25.5');
    const { rows } = await sql<{
      times: number;
    }>`select times from payment_event where event_id = 'WH-same'`.execute(counter.db());
    expect(rows).toEqual([{ times: 10 }]);
  });

  it('isn’t trusted, and the payment is read from the provider instead', async () => {
    const order = (await start()).body;
    const reference = referenceOf(order);
    await tell(
      'paypal',
      counter.till.paypal.webhook('PAYMENT.CAPTURE.COMPLETED', 'capture', {
        id: 'X',
        custom_id: order.id,
        amount: { value: '999' },
      }),
    );
    await tell('paypal', counter.till.paypal.approved(reference));
    expect((await own()).orders).toMatchObject([{ state: 1 }]);
    expect(await balance()).toBe('0');
  });

  const now = () => new Date();
  const forged = {
    'without a signature': (fake: StripeFake, id: string) => ({
      ...fake.ended(id),
      headers: { 'content-type': 'application/json' },
    }),
    'with a wrong secret': (fake: StripeFake, id: string) =>
      fake.ended(id, { secret: 'whsec_other' }),
    'of six minutes ago': (fake: StripeFake, id: string) =>
      fake.ended(id, { at: new Date(now().getTime() - 360_000) }),
    'of six minutes ahead': (fake: StripeFake, id: string) =>
      fake.ended(id, { at: new Date(now().getTime() + 360_000) }),
    'whose body was changed': (fake: StripeFake, id: string) => {
      const { headers, body } = fake.ended(id);
      return { headers, body: `${body} ` };
    },
    'with a signature of nonsense': (fake: StripeFake, id: string) => ({
      ...fake.ended(id),
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=zz,v1,=,t=NaN' },
    }),
    'that is no JSON': () => ({
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
      body: '{',
    }),
  };
  it.each(Object.entries(forged))(
    '%s is rejected, is counted, and has no effect',
    async (_case, make) => {
      const order = (await start({ provider: 'stripe' })).body;
      counter.till.stripe.pay(sessionOf(order));
      const before = (await connectionOf('stripe'))?.webhooksRefused ?? 0;
      expect(
        errorSummary(await tell('stripe', make(counter.till.stripe, sessionOf(order)))),
      ).toEqual([400, 2827, undefined]);
      expect((await connectionOf('stripe'))?.webhooksRefused).toBe(before + 1);
      expect(await balance()).toBe('0');
      expect((await tell('stripe', counter.till.stripe.ended(sessionOf(order)))).status).toBe(200);
      expect(await balance()).toBe('25.5');
    },
  );

  it('without a valid PayPal signature is rejected in the same way as one without a connection', async () => {
    const order = (await start()).body;
    counter.till.paypal.approve(referenceOf(order));
    const event = counter.till.paypal.approved(referenceOf(order));
    expect(
      errorSummary(
        await tell('paypal', { ...event, body: event.body.replace('APPROVED', 'DENIED') }),
      ),
    ).toEqual([400, 2827, undefined]);
    expect(
      errorSummary(
        await tell('paypal', { body: event.body, headers: { 'content-type': 'application/json' } }),
      ),
    ).toEqual([400, 2827, undefined]);
    const unknownAnswer = await counter.app
      .anonymous()
      .call('POST', `/payments/events/${randomUUID()}`, event.body, event.headers);
    expect(errorSummary(unknownAnswer)).toEqual([400, 2827, undefined]);
    expect(await balance()).toBe('0');
  });

  it('without a signature leaves no log entry, so that anonymous callers can’t fill the log', async () => {
    const entries = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from audit_entry where operation = 'receivePaymentEvent'`.execute(
        counter.db(),
      );
      return rows[0]?.count ?? 0;
    };
    const before = await entries();
    for (const content of [
      '',
      '{}',
      '{"id":"x","__proto__":{}}',
      '"\\u0000"',
      '[',
      '9'.repeat(10_000),
    ])
      for (const provider of ['stripe', 'paypal'] as const) {
        const headers = {
          'content-type': 'application/json',
          'stripe-signature': 't=1,v1=0',
          'paypal-transmission-sig': 'x',
        };
        expect(errorSummary(await tell(provider, { headers, body: content }))).toEqual([
          400,
          2827,
          undefined,
        ]);
      }
    expect(await entries()).toBe(before);
  });

  it('that arrives during a PayPal outage is processed later', async () => {
    const order = (await start()).body;
    counter.till.paypal.approve(referenceOf(order));
    counter.till.paypal.rude(/^GET .*checkout\/orders/, 'failsBefore');
    expect((await tell('paypal', counter.till.paypal.approved(referenceOf(order)))).status).toBe(
      200,
    );
    expect(await balance()).toBe('0');
    await look();
    expect(await balance()).toBe('25.5');
    counter.till.paypal.rude(/verify-webhook/, 'failsBefore');
    expect(
      errorSummary(await tell('paypal', counter.till.paypal.approved(referenceOf(order)))),
    ).toEqual([503, 2825, undefined]);
  });
});
