import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsed } from '../http/json.ts';
import { formatFixed, fromMinor, toMinor } from './amounts.ts';
import { type Payer, testPaymentPort } from './conformance.ts';
import { createHttpSend } from './createHttpSend.ts';
import { createDriver } from './drivers.ts';
import { pageUrl } from './responseFields.ts';
import { PayPalFake } from './testing/paypal.ts';
import { StripeFake } from './testing/stripe.ts';

let clockShiftMs = 0;
const now = () => new Date(Date.now() + clockShiftMs);
const shiftClock = (ms: number) => {
  clockShiftMs = ms;
};

describe('amounts', () => {
  it.each<[string, number, string, string]>([
    ['10.5', 2, '1050', '10.50'],
    ['0.01', 2, '1', '0.01'],
    ['7', 0, '7', '7'],
    ['1.005', 3, '1005', '1.005'],
    ['999999999999.99', 2, '99999999999999', '999999999999.99'],
  ])('%s with %i decimals is %s minor units, written as %s', (amount, digits, minor, expected) => {
    expect(toMinor({ amount, currency: 'XXX', digits })).toBe(minor);
    expect(fromMinor(Number(minor), digits)).toBe(amount);
    expect(formatFixed({ amount, currency: 'XXX', digits })).toBe(expected);
  });

  it.each(['1.005', '-1', 'NaN', '1e3', '', ' 1'])('rejects %s', (amount) => {
    expect(() => toMinor({ amount, currency: 'USD', digits: 2 })).toThrow(/finer|provider/);
  });
  it.each([1.5, Number.NaN, null, '100', 2 ** 60])('rejects %s from a provider', (minor) => {
    expect(() => fromMinor(minor, 2)).toThrow(/whole number/);
  });
});

describe('redirect address of a payer', () => {
  it.each(['javascript:alert(1)', 'data:text/html,hello', 'file:///etc/passwd', '/pay', ''])(
    'rejects %s',
    (address) => {
      expect(() => pageUrl(parsed(JSON.stringify(address)))).toThrow(/no payment page/);
    },
  );
  it('accepts a page of the provider', () => {
    expect(pageUrl(parsed('"https://pay.example/c/1"'))).toBe('https://pay.example/c/1');
  });
});

describe('Stripe', () => {
  const fake = new StripeFake();
  let payer: Payer;
  beforeAll(async () => {
    fake.now = now;
    await fake.start();
    const settings = {
      provider: 'stripe',
      baseAddress: fake.origin,
      secret: fake.secretKey,
      webhookSecret: fake.webhookSecret,
      now,
    } as const;
    payer = {
      vendor: fake,
      driver: createDriver(settings, createHttpSend()),
      wrongKey: createDriver({ ...settings, secret: 'sk_test_wrong' }, createHttpSend()),
      shiftClock,
      pay: (reference) => fake.pay(reference),
      signed: (reference) => fake.ended(reference),
    };
  });
  afterAll(() => fake.stop());
  testPaymentPort(() => payer);

  it('accepts a request if one of several signatures matches, as during secret rotation', async () => {
    const order = await createOrder(payer);
    fake.pay(order);
    const { headers, body } = fake.ended(order);
    const [at, right] = (headers['stripe-signature'] ?? '').split(',');
    const bothSignatures = `${at},v1=${'0'.repeat(64)},${right},v0=old`;
    await expect(
      payer.driver.readEvent({
        headers: { 'stripe-signature': bothSignatures },
        body: Buffer.from(body),
      }),
    ).resolves.toMatchObject({
      reference: order,
    });
  });

  it('rejects webhooks while no webhook secret is stored', async () => {
    const settings = {
      provider: 'stripe',
      baseAddress: fake.origin,
      secret: fake.secretKey,
      webhookSecret: '',
      now,
    } as const;
    const { headers, body } = fake.webhook('charge.refunded', {}, { secret: 'any' });
    await expect(
      createDriver(settings, createHttpSend()).readEvent({ headers, body: Buffer.from(body) }),
    ).rejects.toMatchObject({
      kind: 'signature',
    });
  });

  it('expires a checkout page so that it can’t be paid later', async () => {
    const order = await createOrder(payer);
    await payer.driver.cancel(order);
    expect(await payer.driver.read(order)).toMatchObject({ state: 'expired' });
    await payer.driver.cancel(order);
  });
});

describe('PayPal', () => {
  const fake = new PayPalFake();
  let payer: Payer;
  beforeAll(async () => {
    fake.now = now;
    await fake.start();
    const settings = {
      provider: 'paypal',
      baseAddress: fake.origin,
      clientId: fake.clientId,
      secret: fake.clientSecret,
      webhookId: fake.webhookId,
      now,
    } as const;
    payer = {
      vendor: fake,
      driver: createDriver(settings, createHttpSend()),
      wrongKey: createDriver({ ...settings, secret: 'wrong-secret' }, createHttpSend()),
      shiftClock,
      pay: (reference) => fake.approve(reference),
      signed: (reference) => fake.approved(reference),
    };
  });
  afterAll(() => fake.stop());
  testPaymentPort(() => payer);

  it('requests a new token when the current one is rejected', async () => {
    await payer.driver.check();
    fake.forgetTokens();
    expect(await createOrder(payer)).toBeTruthy();
  });

  it('doesn’t ask PayPal to verify a call with another party’s certificate', async () => {
    const { headers, body } = fake.webhook('X', 'none', {});
    const before = fake.asked.length;
    for (const address of [
      'https://api.paypal.com.evil.test/cert',
      'https://evilpaypal.com/cert',
      'http://api.paypal.com/cert',
      'nonsense',
    ]) {
      const call = { headers: { ...headers, 'paypal-cert-url': address }, body: Buffer.from(body) };
      await expect(payer.driver.readEvent(call)).rejects.toMatchObject({ kind: 'signature' });
    }
    expect(fake.asked.length).toBe(before);
  });

  it('sends the event for verification byte for byte', async () => {
    const { headers, body } = fake.webhook('X', 'none', { note: 'spaces  and \u00e4' });
    const spaced = body.replace('{', '{ ');
    await expect(
      payer.driver.readEvent({ headers, body: Buffer.from(spaced) }),
    ).rejects.toMatchObject({ kind: 'signature' });
    await expect(
      payer.driver.readEvent({ headers, body: Buffer.from(body) }),
    ).resolves.toMatchObject({ type: 'X' });
  });
});

const createOrder = async ({ driver }: Payer): Promise<string> => {
  const orderId = randomUUID();
  const order = await driver.createOrder({
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
    ...{ keepsMethod: false, customer: null },
  });
  return order.reference;
};
