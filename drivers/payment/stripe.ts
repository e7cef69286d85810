import { createHmac, timingSafeEqual } from 'node:crypto';
import { type JsonReader, parsed } from '../http/json.ts';
import type { HttpSend } from '../http/port.ts';
import { problem, vendorProblem } from '../problem.ts';
import { fromMinor, toMinor } from './amounts.ts';
import { once } from './idempotentRequest.ts';
import {
  type Payment,
  type PaymentDriver,
  PaymentFailure,
  type PaymentState,
  type ProviderEvent,
  type Refund,
  type SavedMethod,
  type SignedCall,
} from './port.ts';
import { readOrExpired } from './readOrExpired.ts';
import { pageUrl, requireText } from './responseFields.ts';
import { digitsOf, stripeCurrency } from './stripeAmounts.ts';
import { disputeOf } from './stripeDispute.ts';

export interface StripeSettings {
  /** `https://api.stripe.com`, or a compatible service. */
  baseAddress: string;
  secretKey: string;
  /** `whsec_…` of the endpoint. '' while there is none. */
  webhookSecret: string;
  now(): Date;
}

/** The API version of the response types used here. */
const version = '2024-06-20';
/** The largest difference between a signature's time and now, in either direction. */
const toleranceSeconds = 300;
const sessionExpansions = [
  'payment_intent.payment_method',
  'payment_intent.latest_charge.balance_transaction',
];
const intentExpansions = ['payment_method', 'latest_charge.balance_transaction'];

type FormFields = [name: string, value: string][];

/** Uses Checkout Sessions and PaymentIntents. The payer enters the card on Stripe's own page. */
export function stripeDriver(settings: StripeSettings, httpSend: HttpSend): PaymentDriver {
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    form: FormFields = [],
    key?: string,
  ): Promise<JsonReader> => {
    const encoded = new URLSearchParams(form).toString();
    const isPost = method === 'POST';
    const { status, text } = await httpSend({
      method,
      address: `${settings.baseAddress.replace(/\/+$/, '')}/v1${path}${!isPost && encoded ? `?${encoded}` : ''}`,
      headers: {
        authorization: `Bearer ${settings.secretKey}`,
        'stripe-version': version,
        ...(isPost ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: isPost ? encoded : null,
    });
    const body = parsed(text);
    if (status >= 200 && status < 300) return body;
    throw failureOf(status, body.at('error'));
  };
  /** The first object of a list, newest first, that has this metadata. Null when there is none. */
  const findLabeled = async (
    path: string,
    filter: FormFields,
    name: string,
    value: string,
  ): Promise<JsonReader | null> => {
    let cursorParams: FormFields = [];
    for (;;) {
      const page = await call('GET', path, [['limit', '100'], ...filter, ...cursorParams]);
      requireText(page.at('object'));
      const items = page.at('data').list();
      const found = items.find((item) => item.at('metadata', name).text() === value);
      const last = items.at(-1);
      if (found || !last || !page.at('has_more').isTrue()) return found ?? null;
      cursorParams = [['starting_after', requireText(last.at('id'))]];
    }
  };
  const expandParams = (names: readonly string[]): FormFields =>
    names.map((name) => ['expand[]', name]);
  const isIntent = (reference: string): boolean => reference.startsWith('pi_');
  const address = (reference: string): string =>
    `/${isIntent(reference) ? 'payment_intents' : 'checkout/sessions'}/${encodeURIComponent(reference)}`;
  const read = (reference: string): Promise<Payment> =>
    readOrExpired(reference, async () =>
      isIntent(reference)
        ? intentPayment(await call('GET', address(reference), expandParams(intentExpansions)))
        : sessionPayment(await call('GET', address(reference), expandParams(sessionExpansions))),
    );

  return {
    check: async () =>
      void requireText((await call('GET', '/checkout/sessions', [['limit', '1']])).at('object')),
    read,
    createOrder: async (order) => {
      const session = await call('POST', '/checkout/sessions', sessionForm(order), order.key);
      return { reference: requireText(session.at('id')), redirectUrl: pageUrl(session.at('url')) };
    },
    capture: async (reference) => {
      const { capture, isCapturable } = await read(reference);
      if (isCapturable && capture)
        await call('POST', `/payment_intents/${encodeURIComponent(capture)}/capture`);
      return await read(reference);
    },
    cancel: async (reference) => {
      try {
        await call('POST', `${address(reference)}/${isIntent(reference) ? 'cancel' : 'expire'}`);
      } catch (error) {
        // The session or intent has already ended. The caller reads the outcome.
        if (
          !(error instanceof PaymentFailure && (error.kind === 'refused' || error.kind === 'gone'))
        )
          throw error;
      }
    },
    chargeSaved: async (charge) => {
      const { key, since, orderId, coin, description, method } = charge;
      const form: FormFields = [
        ['amount', toMinor(stripeCurrency(coin))],
        ['currency', coin.currency.toLowerCase()],
        ['customer', method.customer],
        ['payment_method', method.token],
        ['off_session', 'true'],
        ['confirm', 'true'],
        ['description', description],
        ['metadata[order]', orderId],
        ...expandParams(intentExpansions),
      ];
      const find = async () => {
        const earlier: FormFields = [
          ['customer', method.customer],
          ['created[gte]', String(Math.floor(since.getTime() / 1000) - 3600)],
        ];
        const intent = await findLabeled('/payment_intents', earlier, 'order', orderId);
        if (!intent) return null;
        const payment = await read(requireText(intent.at('id')));
        if (payment.state !== 'created') return payment;
        const { reference } = payment;
        throw new PaymentFailure('declined', payment.problem ?? problem('declined'), { reference });
      };
      return await once(charge, settings.now(), find, async () =>
        intentPayment(await call('POST', '/payment_intents', form, key)),
      );
    },
    forgetMethod: async (token) => {
      await call('POST', `/payment_methods/${encodeURIComponent(token)}/detach`);
    },
    refund: async (request) => {
      const { key, capture, refundId, coin } = request;
      const form: FormFields = [
        ['payment_intent', capture],
        ['amount', toMinor(stripeCurrency(coin))],
        ['reason', 'requested_by_customer'],
        ['metadata[refund]', refundId],
      ];
      const refund = await once(
        request,
        settings.now(),
        () => findLabeled('/refunds', [['payment_intent', capture]], 'refund', refundId),
        () => call('POST', '/refunds', form, key),
      );
      return refundOf(refund);
    },
    readRefund: async (reference) =>
      refundOf(await call('GET', `/refunds/${encodeURIComponent(reference)}`)),
    readDispute: async (reference) =>
      disputeOf(await call('GET', `/disputes/${encodeURIComponent(reference)}`)),
    readEvent: async (signed) => readEvent(settings, signed),
  };
}

function sessionForm(order: Parameters<PaymentDriver['createOrder']>[0]): FormFields {
  const {
    orderId,
    coin,
    description,
    returnUrl,
    cancelUrl,
    expiresAt,
    language,
    keepsMethod,
    customer,
  } = order;
  return [
    ['mode', 'payment'],
    ['client_reference_id', orderId],
    ['metadata[order]', orderId],
    ['payment_intent_data[metadata][order]', orderId],
    ['payment_intent_data[description]', description],
    ['line_items[0][quantity]', '1'],
    ['line_items[0][price_data][currency]', coin.currency.toLowerCase()],
    ['line_items[0][price_data][unit_amount]', toMinor(stripeCurrency(coin))],
    ['line_items[0][price_data][product_data][name]', description],
    ['success_url', returnUrl],
    ['cancel_url', cancelUrl],
    ['expires_at', String(Math.floor(expiresAt.getTime() / 1000))],
    ['locale', language],
    ...(keepsMethod
      ? ([['payment_intent_data[setup_future_usage]', 'off_session']] as FormFields)
      : []),
    ...(customer
      ? ([['customer', customer]] as FormFields)
      : keepsMethod
        ? ([['customer_creation', 'always']] as FormFields)
        : []),
  ];
}

function failureOf(status: number, error: JsonReader): PaymentFailure {
  const code = error.at('code').text();
  const description =
    vendorProblem(error.at('decline_code').text() || code, error.at('message').text()) ??
    problem('onlyStatus', { status });
  const reference = error.at('payment_intent', 'id').text() || null;
  if (status === 401 || status === 403) return new PaymentFailure('credentials', description);
  if (status === 404) return new PaymentFailure('gone', description);
  if (status === 402)
    return new PaymentFailure(
      code === 'authentication_required' ? 'authentication' : 'declined',
      description,
      { reference },
    );
  // 409: the first call with this key is still being processed.
  if (status === 409 || status === 429 || status >= 500)
    return new PaymentFailure('away', description);
  return new PaymentFailure('refused', description);
}

const sessionStates: Record<string, PaymentState> = { open: 'created', expired: 'expired' };

function sessionPayment(session: JsonReader): Payment {
  const intent = session.at('payment_intent');
  const currency = requireText(session.at('currency')).toUpperCase();
  const isPaid = session.at('payment_status').text() === 'paid';
  const inner = intent.at('id').isThere() ? intentPayment(intent) : null;
  // A session that is complete but unpaid is waiting for a payment method that takes days.
  const unpaid =
    sessionStates[session.at('status').text()] ??
    (inner?.state === 'expired' ? 'expired' : 'approved');
  return {
    ...{
      reference: requireText(session.at('id')),
      state: isPaid ? 'completed' : unpaid,
      isCapturable: inner?.isCapturable ?? false,
    },
    ...{ amount: fromMinor(session.at('amount_total').number(), digitsOf(currency)), currency },
    orderId: session.at('client_reference_id').text() || null,
    ...{
      capture: inner?.capture ?? (intent.text() || null),
      fee: inner?.fee ?? null,
      refunded: inner?.refunded ?? '0',
    },
    ...{ method: inner?.method ?? null, problem: inner?.problem ?? null },
  };
}

function intentPayment(intent: JsonReader): Payment {
  const currency = requireText(intent.at('currency')).toUpperCase();
  const digits = digitsOf(currency);
  const status = intent.at('status').text();
  const charge = intent.at('latest_charge');
  const fee = charge.at('balance_transaction', 'fee').number();
  const isSameCurrency =
    charge.at('balance_transaction', 'currency').text().toUpperCase() === currency;
  return {
    reference: requireText(intent.at('id')),
    state: intentStates[status] ?? 'created',
    isCapturable: status === 'requires_capture',
    amount: fromMinor(
      status === 'succeeded' ? intent.at('amount_received').number() : intent.at('amount').number(),
      digits,
    ),
    currency,
    orderId: intent.at('metadata', 'order').text() || null,
    capture: intent.at('id').text() || null,
    fee: fee !== null && isSameCurrency ? fromMinor(fee, digits) : null,
    refunded: fromMinor(charge.at('amount_refunded').number() ?? 0, digits),
    method: methodOf(intent),
    problem: vendorProblem(
      intent.at('last_payment_error', 'code').text(),
      intent.at('last_payment_error', 'message').text(),
    ),
  };
}

const intentStates: Record<string, PaymentState> = {
  processing: 'approved',
  requires_capture: 'approved',
  succeeded: 'completed',
  canceled: 'expired',
};

/** The saved method, if Stripe was asked to save one for charges without the payer. */
function methodOf(intent: JsonReader): SavedMethod | null {
  const method = intent.at('payment_method');
  const customer = intent.at('customer').text() || intent.at('customer', 'id').text();
  if (
    intent.at('setup_future_usage').text() !== 'off_session' ||
    !method.at('id').text() ||
    !customer
  )
    return null;
  const card = method.at('card');
  const expires = card.at('exp_year').number()
    ? `${card.at('exp_year').number()}-${String(card.at('exp_month').number()).padStart(2, '0')}`
    : '';
  const label = `${card.at('brand').text() || method.at('type').text()} •••• ${card.at('last4').text()}`;
  return { token: method.at('id').text(), customer, kind: 'card', label, expires };
}

const refundStates: Record<string, Refund['state']> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
};
const refundOf = (refund: JsonReader): Refund => ({
  reference: requireText(refund.at('id')),
  state: refundStates[refund.at('status').text()] ?? 'pending',
  problem: vendorProblem(refund.at('failure_reason').text()),
});

/**
 * `Stripe-Signature: t=…,v1=…[,v1=…]`, each v1 the HMAC-SHA256 of `t.body`. There are several
 * during secret rotation.
 */
function readEvent(
  { webhookSecret, now }: StripeSettings,
  { headers, body }: SignedCall,
): ProviderEvent {
  const parts = (headers['stripe-signature'] ?? '')
    .split(',')
    .map((part) => part.trim().split(/=(.*)/s));
  const at = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts.flatMap(([name, value]) =>
    name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? '') ? [Buffer.from(value ?? '', 'hex')] : [],
  );
  if (webhookSecret === '' || !/^\d{1,12}$/.test(at) || signatures.length === 0)
    throw new PaymentFailure('signature', problem('eventUnsigned'));
  if (Math.abs(now().getTime() / 1000 - Number(at)) > toleranceSeconds)
    throw new PaymentFailure('signature', problem('eventTooOld', { seconds: toleranceSeconds }));
  const right = createHmac('sha256', webhookSecret).update(`${at}.`).update(body).digest();
  if (!signatures.some((signature) => timingSafeEqual(signature, right)))
    throw new PaymentFailure('signature', problem('signatureWrong'));
  const event = parsed(body.toString());
  const object = event.at('data', 'object');
  const kind = object.at('object').text();
  const id = object.at('id').text() || null;
  const intent = kind === 'payment_intent' ? id : object.at('payment_intent').text() || null;
  return {
    id: event.at('id').text(),
    type: event.at('type').text(),
    orderId: object.at('metadata', 'order').text() || null,
    reference: kind === 'checkout.session' ? id : kind === 'payment_intent' ? id : null,
    capture: intent,
    dispute: kind === 'dispute' ? id : null,
  };
}
