import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpSend } from '../http/port.ts';
import { createHttpSend } from './createHttpSend.ts';
import { createDriver } from './drivers.ts';
import type { OrderRequest } from './port.ts';
import { PayPalFake } from './testing/paypal.ts';
import { StripeFake } from './testing/stripe.ts';

/**
 * Compares the requests of our drivers and the responses of the fakes with machine-readable
 * definitions of the providers: PayPal's definitions from its own SDK, and Stripe's own client.
 * (The fake uses the types of Stripe's responses.)
 */
const now = () => new Date();
const orderOf = (more: Partial<OrderRequest> = {}): OrderRequest => {
  const orderId = randomUUID();
  return {
    ...{
      key: orderId,
      orderId,
      coin: { amount: '12.5', currency: 'USD', digits: 2 },
      description: 'A test',
      language: 'en',
    },
    ...{
      returnUrl: 'https://portal.example/back',
      cancelUrl: 'https://portal.example/back',
      expiresAt: new Date(Date.now() + 3_600_000),
    },
    ...{ keepsMethod: true, customer: null },
    ...more,
  };
};

describe('PayPal', () => {
  const fake = new PayPalFake();
  const exchanges: { call: string; sent: string | null; status: number; answered: string }[] = [];
  const listening: HttpSend = async (request) => {
    const answer = await createHttpSend()(request);
    const { method, address, body } = request;
    exchanges.push({
      call: `${method} ${new URL(address).pathname}`,
      sent: body,
      status: answer.status,
      answered: answer.text,
    });
    return answer;
  };
  beforeAll(async () => {
    await fake.start();
    const driver = createDriver(
      {
        provider: 'paypal',
        baseAddress: fake.origin,
        clientId: fake.clientId,
        secret: fake.clientSecret,
        webhookId: fake.webhookId,
        now,
      },
      listening,
    );
    const { reference } = await driver.createOrder(orderOf());
    await driver.read(reference);
    await driver.capture(reference);
    fake.approve(reference);
    const { capture, method } = await driver.capture(reference);
    const back = {
      key: randomUUID(),
      since: new Date(),
      refundId: randomUUID(),
      coin: { amount: '2', currency: 'USD', digits: 2 },
      note: 'Too much',
    };
    const refund = await driver.refund({ ...back, reference, capture: capture ?? '' });
    await driver.readRefund(refund.reference);
    await driver.read(reference);
    const saved = { token: method?.token ?? '', customer: method?.customer ?? '' };
    await driver.chargeSaved({ ...orderOf(), since: new Date(), method: saved });
  });
  afterAll(() => fake.stop());

  it.each<[string, RegExp, string | null, string]>([
    ['a token', /^POST \/v1\/oauth2\/token$/, null, 'oAuthToken'],
    ['an order that is begun', /^POST \/v2\/checkout\/orders$/, 'orderRequest', 'order'],
    ['an order that is read', /^GET \/v2\/checkout\/orders\/\w+$/, null, 'order'],
    ['a capture', /^POST \/v2\/checkout\/orders\/\w+\/capture$/, 'orderCaptureRequest', 'order'],
    ['a refund', /^POST \/v2\/payments\/captures\/\w+\/refund$/, 'refundRequest', 'refund'],
    ['a refund that is read', /^GET \/v2\/payments\/refunds\/\w+$/, null, 'refund'],
  ])('%s matches the published API in both directions', (_case, call, request, answer) => {
    const found = exchanges.filter((exchange) => call.test(exchange.call));
    expect(found.some(({ status }) => status < 300)).toBe(true);
    for (const { sent, status, answered } of found) {
      if (request) expect(problemsOf(request, JSON.parse(sent ?? ''))).toEqual([]);
      const parts = status < 300 ? [JSON.parse(answered)] : JSON.parse(answered).details;
      for (const part of parts)
        expect(problemsOf(status < 300 ? answer : 'errorDetails', part), answered).toEqual([]);
    }
  });

  it('deviations from the published API are found', () => {
    expect(problemsOf('order', { id: 7 })).not.toEqual([]);
    expect(problemsOf('order', { id: 'A', statuss: 'CREATED' })).not.toEqual([]);
  });
});

describe('Stripe', () => {
  const fake = new StripeFake();
  let client: Stripe;
  beforeAll(async () => {
    await fake.start();
    const { hostname, port } = new URL(fake.origin);
    client = new Stripe(fake.secretKey, {
      protocol: 'http',
      host: hostname,
      port,
      apiVersion: '2024-06-20',
      telemetry: false,
    });
  });
  afterAll(() => fake.stop());
  const driver = () =>
    createDriver(
      {
        provider: 'stripe',
        baseAddress: fake.origin,
        secret: fake.secretKey,
        webhookSecret: fake.webhookSecret,
        now,
      },
      createHttpSend(),
    );

  it('the official client can read, pay and refund payments created by our driver', async () => {
    const order = orderOf();
    const { reference } = await driver().createOrder(order);
    expect(await client.checkout.sessions.retrieve(reference)).toMatchObject({
      status: 'open',
      amount_total: 1250,
      currency: 'usd',
    });
    fake.pay(reference);
    const session = await client.checkout.sessions.retrieve(reference, {
      expand: ['payment_intent'],
    });
    const intent = session.payment_intent as Stripe.PaymentIntent;
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 1250,
      metadata: { order: order.orderId },
    });
    const refund = await client.refunds.create({ payment_intent: intent.id, amount: 250 });
    expect(await driver().read(reference)).toMatchObject({ state: 'completed', refunded: '2.5' });
    expect(await driver().readRefund(refund.id)).toMatchObject({ state: 'done' });
  });

  it('our driver can read payments created by the official client', async () => {
    const session = await client.checkout.sessions.create({
      ...{
        mode: 'payment',
        success_url: 'https://portal.example/back',
        expires_at: Math.floor(Date.now() / 1000) + 3600,
      },
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: 700, product_data: { name: 'A test' } },
        },
      ],
    });
    expect(await driver().read(session.id)).toMatchObject({
      state: 'created',
      amount: '7',
      currency: 'USD',
    });
    await driver().cancel(session.id);
    expect((await client.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  });

  it('a card that requires authentication causes the same decline in both clients', async () => {
    const method = { token: 'pm_card_authenticationRequired', customer: 'cus_1' };
    await expect(
      driver().chargeSaved({ ...orderOf(), since: new Date(), method }),
    ).rejects.toMatchObject({
      kind: 'authentication',
    });
    await expect(
      client.paymentIntents.create({
        amount: 700,
        currency: 'usd',
        payment_method: method.token,
        off_session: true,
        confirm: true,
      }),
    ).rejects.toMatchObject({ code: 'authentication_required', statusCode: 402 });
  });

  it('the official client accepts the signatures of the fake, and no others', () => {
    const { headers, body } = fake.webhook('charge.refunded', { id: 'ch_1' });
    const signature = headers['stripe-signature'] ?? '';
    expect(client.webhooks.constructEvent(body, signature, fake.webhookSecret)).toMatchObject({
      type: 'charge.refunded',
    });
    expect(() => client.webhooks.constructEvent(`${body} `, signature, fake.webhookSecret)).toThrow(
      /signature/,
    );
  });

  it('our driver accepts events signed by the official client', async () => {
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'charge.refunded',
      data: { object: { payment_intent: 'pi_1' } },
    });
    const signature = client.webhooks.generateTestHeaderString({
      payload: body,
      secret: fake.webhookSecret,
    });
    await expect(
      driver().readEvent({ headers: { 'stripe-signature': signature }, body: Buffer.from(body) }),
    ).resolves.toMatchObject({
      id: 'evt_1',
      type: 'charge.refunded',
    });
  });
});

type SdkValidation = { errors: false; result: unknown } | { errors: { message: string }[] };
const localRequire = createRequire(import.meta.url);
const sdk = localRequire.resolve('@paypal/paypal-server-sdk');
const { validateAndMap, validateAndUnmap } = createRequire(sdk)('@apimatic/schema') as Record<
  'validateAndMap' | 'validateAndUnmap',
  (value: unknown, schema: unknown) => SdkValidation
>;

/**
 * Deviations of a value from PayPal's definition: wrong types and unknown names. (Its SDK accepts
 * any string as a state.)
 */
function problemsOf(definition: string, value: unknown): string[] {
  const schema = localRequire(join(dirname(sdk), 'models', `${definition}.js`))[
    `${definition}Schema`
  ];
  const mapped = validateAndMap(value, schema);
  if (mapped.errors) return mapped.errors.map(({ message }) => message);
  const unmapped = validateAndUnmap(mapped.result, schema);
  if (unmapped.errors) return unmapped.errors.map(({ message }) => message);
  return unknownFields(value, unmapped.result, definition);
}

function unknownFields(input: unknown, documented: unknown, at: string): string[] {
  if (input === null || typeof input !== 'object') return [];
  const knownFields = (documented ?? {}) as Record<string, unknown>;
  return Object.entries(input).flatMap(([name, value]) =>
    name in knownFields
      ? unknownFields(value, knownFields[name], `${at}.${name}`)
      : [`${at}.${name} is not published`],
  );
}
