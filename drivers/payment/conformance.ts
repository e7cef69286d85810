import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { OrderRequest, PaymentDriver } from './port.ts';
import type { Misbehavior, PaymentVendor } from './testing/vendor.ts';

/** A driver with its provider, and the actions of a payer there. */
export interface Payer {
  vendor: PaymentVendor & { taken(): number };
  driver: PaymentDriver;
  /** The same driver with a key that the provider rejects. */
  wrongKey: PaymentDriver;
  pay(reference: string): void;
  /** Sets the clock of the driver and the provider to this many ms from now. */
  shiftClock(ms: number): void;
  /** A signed webhook call about a payment. */
  signed(reference: string): { headers: Record<string, string>; body: string };
}

const money = { amount: '12.5', currency: 'USD', digits: 2 };

function requestOf(more: Partial<OrderRequest> = {}): OrderRequest {
  const orderId = randomUUID();
  return {
    ...{
      key: orderId,
      orderId,
      coin: money,
      description: 'A test',
      language: 'en',
      keepsMethod: false,
      customer: null,
    },
    ...{
      returnUrl: 'https://portal.example/back',
      cancelUrl: 'https://portal.example/back',
      expiresAt: new Date(Date.now() + 3_600_000),
    },
    ...more,
  };
}

/** Rules for every payment driver, tested against a provider that occasionally misbehaves. */
export function testPaymentPort(payer: () => Payer): void {
  const createTestOrder = async (more: Partial<OrderRequest> = {}) => {
    const request = requestOf(more);
    return { request, ...(await payer().driver.createOrder(request)) };
  };
  const createPaidOrder = async (more: Partial<OrderRequest> = {}) => {
    const { reference } = await createTestOrder(more);
    payer().pay(reference);
    const payment = await payer().driver.read(reference);
    return payment.isCapturable ? await payer().driver.capture(reference) : payment;
  };

  it('starts a payment, redirects the payer, and reports the payment as completed once it is paid', async () => {
    const { reference, redirectUrl, request } = await createTestOrder();
    expect(URL.canParse(redirectUrl)).toBe(true);
    expect(await payer().driver.read(reference)).toMatchObject({
      state: 'created',
      isCapturable: false,
      amount: '12.5',
      currency: 'USD',
    });
    payer().pay(reference);
    const { state, isCapturable } = await payer().driver.read(reference);
    expect(state === 'completed' || (state === 'approved' && isCapturable)).toBe(true);
    const payment = await payer().driver.capture(reference);
    expect(payment).toMatchObject({
      state: 'completed',
      orderId: request.orderId,
      amount: '12.5',
      refunded: '0',
      fee: '0.59',
      problem: null,
    });
    expect(await payer().driver.capture(reference)).toMatchObject({ state: 'completed' });
  });

  it.each<Misbehavior>([
    'failsBefore',
    'dropsAfter',
    'failsAfter',
    'slowDown',
    'answersPage',
    'answersNothing',
  ])('throws `away` when the provider %s, and creates the order only once', async (failure) => {
    const request = requestOf();
    payer().vendor.rude(/^POST .*(orders|sessions)$/, failure);
    await expect(payer().driver.createOrder(request)).rejects.toMatchObject({ kind: 'away' });
    const first = await payer().driver.createOrder(request);
    expect(await payer().driver.createOrder(request)).toEqual(first);
  });

  it.each<Misbehavior>(['answersPage', 'answersNothing'])(
    'trusts no response of a provider that %s, and gets the actual result when the request is repeated',
    async (failure) => {
      const first = await createPaidOrder();
      payer().vendor.rude(/^GET/, failure);
      await expect(payer().driver.read(first.reference)).rejects.toMatchObject({ kind: 'away' });
      const { method, capture, reference } = await createPaidOrder({ keepsMethod: true });
      const orderId = randomUUID();
      const charge = {
        ...{ key: orderId, since: new Date(), orderId, coin: money, description: 'A test' },
        method: { token: method?.token ?? '', customer: method?.customer ?? '' },
      };
      payer().vendor.rude(/^POST .*(orders|payment_intents)$/, failure);
      await expect(payer().driver.chargeSaved(charge)).rejects.toMatchObject({ kind: 'away' });
      expect(await payer().driver.chargeSaved(charge)).toMatchObject({
        state: 'completed',
        orderId,
      });
      const refundId = randomUUID();
      const request = {
        ...{ key: refundId, since: new Date(), reference, capture: capture ?? '' },
        ...{ refundId, coin: money, note: 'A test' },
      };
      payer().vendor.rude(/^POST .*refund/, failure);
      await expect(payer().driver.refund(request)).rejects.toMatchObject({ kind: 'away' });
      expect(await payer().driver.refund(request)).toMatchObject({ state: 'done' });
    },
  );

  it.each(['cs_test_nothing', 'pi_nothing'])(
    'reports a payment unknown to the provider (%s) as expired',
    async (reference) => {
      expect(await payer().driver.read(reference)).toMatchObject({
        state: 'expired',
        refunded: '0',
      });
    },
  );

  it('rejects a different payment with the same key', async () => {
    const { request } = await createTestOrder();
    await expect(
      payer().driver.createOrder({ ...request, coin: { ...money, amount: '13' } }),
    ).rejects.toMatchObject({ kind: 'refused' });
  });

  it('saves a payment method on request, and charges it once without the payer', async () => {
    expect((await createPaidOrder()).method).toBeNull();
    const { method } = await createPaidOrder({ keepsMethod: true });
    expect(method).toMatchObject({
      token: expect.stringMatching(/./),
      customer: expect.stringMatching(/./),
      label: expect.not.stringMatching(/\d{5}/),
    });
    const orderId = randomUUID();
    const charge = {
      key: orderId,
      since: new Date(),
      orderId,
      coin: money,
      description: 'A test',
      method: { token: method?.token ?? '', customer: method?.customer ?? '' },
    };
    const before = payer().vendor.taken();
    payer().vendor.rude(/^POST .*(orders|payment_intents)$/, 'dropsAfter');
    await expect(payer().driver.chargeSaved(charge)).rejects.toMatchObject({ kind: 'away' });
    expect(await payer().driver.chargeSaved(charge)).toMatchObject({
      state: 'completed',
      orderId,
      amount: '12.5',
    });
    expect(payer().vendor.taken()).toBe(before + 1250);
    await payer().driver.forgetMethod(method?.token ?? '');
  });

  it('issues partial refunds once each, and not more than was paid in total', async () => {
    const { reference, capture } = await createPaidOrder();
    const refundId = randomUUID();
    const request = {
      key: refundId,
      since: new Date(),
      reference,
      capture: capture ?? '',
      refundId,
      coin: { ...money, amount: '10' },
      note: 'A test',
    };
    payer().vendor.rude(/^POST .*refund/, 'dropsAfter');
    await expect(payer().driver.refund(request)).rejects.toMatchObject({ kind: 'away' });
    const refund = await payer().driver.refund(request);
    expect(refund).toMatchObject({ state: 'done' });
    expect(await payer().driver.readRefund(refund.reference)).toEqual(refund);
    await expect(
      payer().driver.refund({ ...request, key: randomUUID(), refundId: randomUUID() }),
    ).rejects.toMatchObject({
      kind: 'refused',
    });
    expect(await payer().driver.read(reference)).toMatchObject({
      state: 'completed',
      refunded: '10',
    });
  });

  it.each([1, 40, 400])(
    'refunds and charges only once when a request is repeated after %i days, when the provider no longer remembers the keys',
    async (days) => {
      onTestFinished(() => payer().shiftClock(0));
      const { reference, capture, method } = await createPaidOrder({ keepsMethod: true });
      const [refundId, orderId] = [randomUUID(), randomUUID()];
      const since = new Date();
      const refund = {
        ...{ key: refundId, since, reference, capture: capture ?? '' },
        ...{ refundId, coin: { ...money, amount: '4' }, note: 'A test' },
      };
      const charge = {
        ...{ key: orderId, since, orderId, coin: money, description: 'A test' },
        method: { token: method?.token ?? '', customer: method?.customer ?? '' },
      };
      payer().vendor.rude(/^POST .*refund/, 'dropsAfter');
      await expect(payer().driver.refund(refund)).rejects.toMatchObject({ kind: 'away' });
      payer().vendor.rude(/^POST .*(orders|payment_intents)$/, 'dropsAfter');
      await expect(payer().driver.chargeSaved(charge)).rejects.toMatchObject({ kind: 'away' });
      const chargedBefore = payer().vendor.taken();
      payer().shiftClock(days * 86_400_000);
      expect(await payer().driver.refund(refund)).toMatchObject({ state: 'done' });
      await payer()
        .driver.chargeSaved(charge)
        .then(
          (payment) => expect(payment).toMatchObject({ state: 'completed', orderId }),
          (error) => expect(error).toMatchObject({ kind: 'paid' }),
        );
      expect(payer().vendor.taken()).toBe(chargedBefore);
      const unknownRefund = { ...refund, key: randomUUID(), refundId: randomUUID() };
      expect(await payer().driver.refund(unknownRefund)).toMatchObject({ state: 'done' });
      expect(payer().vendor.taken()).toBe(chargedBefore - 400);
    },
  );

  it('reports a rejected key without revealing it', async () => {
    await payer().driver.check();
    await expect(payer().wrongKey.check()).rejects.toMatchObject({
      kind: 'credentials',
      message: expect.not.stringMatching(/wrong/),
    });
  });

  it('distinguishes events of its provider from others', async () => {
    const { reference, request } = await createTestOrder();
    payer().pay(reference);
    const { headers, body } = payer().signed(reference);
    const event = await payer().driver.readEvent({ headers, body: Buffer.from(body) });
    expect(event).toMatchObject({ reference, orderId: request.orderId, dispute: null });
    for (const call of [
      { headers: {}, body: Buffer.from(body) },
      { headers, body: Buffer.from(`${body} `) },
      { headers, body: Buffer.from('') },
      { headers, body: Buffer.from('{') },
    ])
      await expect(payer().driver.readEvent(call)).rejects.toMatchObject({ kind: 'signature' });
  });

  it('throws `away` when the provider is unavailable', async () => {
    payer().vendor.rude(/^GET/, 'failsBefore');
    const { reference } = await createTestOrder();
    await expect(payer().driver.read(reference)).rejects.toMatchObject({ kind: 'away' });
  });
}
