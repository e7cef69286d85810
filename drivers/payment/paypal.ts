import { type JsonReader, parsed } from '../http/json.ts';
import type { HttpSend, Tokens } from '../http/port.ts';
import { basicCredentials, memoryTokenStore, withBearer } from '../http/tokens.ts';
import { problem, vendorProblem } from '../problem.ts';
import { formatFixed, fromMinor, plain } from './amounts.ts';
import { once } from './idempotentRequest.ts';
import { disputeOf, hundredthsOf } from './payPalDispute.ts';
import {
  type Money,
  type OrderRequest,
  type Payment,
  type PaymentDriver,
  PaymentFailure,
  type ProviderEvent,
  type Refund,
  type SavedMethod,
  type SignedCall,
} from './port.ts';
import { readOrExpired } from './readOrExpired.ts';
import { pageUrl, requireText } from './responseFields.ts';

export interface PayPalSettings {
  /** `https://api-m.paypal.com`, `https://api-m.sandbox.paypal.com`, or a compatible service. */
  baseAddress: string;
  clientId: string;
  clientSecret: string;
  /** PayPal's ID of the portal's webhook. '' while there is none. */
  webhookId: string;
  now(): Date;
}

/**
 * Anyone can call a webhook, and each call is verified with PayPal, so concurrency is limited.
 * PayPal retries its own events for three days.
 */
const maxConcurrentVerifications = 20;
/** PayPal accepts only whole amounts in these currencies (currency codes, notes). */
const zeroDecimalCurrencies = new Set(['HUF', 'JPY', 'TWD']);
const toPayPalPrecision = (money: Money): Money =>
  zeroDecimalCurrencies.has(money.currency) ? { ...money, digits: 0 } : money;
const toPayPalMoney = (money: Money) => ({
  currency_code: money.currency,
  value: formatFixed(toPayPalPrecision(money)),
});

/**
 * Uses Orders v2 with vaulted methods, and Payments v2 for refunds. The payer approves on PayPal's
 * own page.
 */
export function payPalDriver(settings: PayPalSettings, httpSend: HttpSend): PaymentDriver {
  const base = settings.baseAddress.replace(/\/+$/, '');
  let verifying = 0;

  const renew = async (): Promise<Tokens> => {
    const { status, text } = await httpSend({
      method: 'POST',
      address: `${base}/v1/oauth2/token`,
      headers: {
        authorization: basicCredentials(settings.clientId, settings.clientSecret),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      isRepeatable: true,
    });
    const body = parsed(text);
    const access = body.at('access_token').text();
    if (status !== 200 || access === '') throw failureOf(status, body);
    const lifeMs = (body.at('expires_in').number() ?? 0) * 1000;
    const accessUntil = new Date(settings.now().getTime() + lifeMs);
    return { access, accessUntil, refresh: '', refreshUntil: null };
  };
  const send = withBearer({ tokens: memoryTokenStore(), renew, now: settings.now }, httpSend);

  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: string,
    key?: string,
  ): Promise<JsonReader> => {
    const response = await send({
      method,
      address: `${base}${path}`,
      headers: {
        prefer: 'return=representation',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { 'paypal-request-id': key } : {}),
      },
      body: body ?? null,
    });
    const answer = parsed(response.text);
    if (response.status >= 200 && response.status < 300) return answer;
    throw failureOf(response.status, answer);
  };

  const orderPath = (reference: string) => `/v2/checkout/orders/${encodeURIComponent(reference)}`;
  const read = (reference: string): Promise<Payment> =>
    readOrExpired(reference, async () => paymentOf(await call('GET', orderPath(reference))));

  return {
    check: async () => void (await renew()),
    read,
    createOrder: async (order) => {
      const created = await call(
        'POST',
        '/v2/checkout/orders',
        JSON.stringify(orderBody(order)),
        order.key,
      );
      const links = created.at('links').list();
      const to = (rel: string) => links.find((link) => link.at('rel').text() === rel)?.at('href');
      return {
        reference: requireText(created.at('id')),
        redirectUrl: pageUrl(to('payer-action') ?? to('approve') ?? created.at('none')),
      };
    },
    capture: async (reference) => {
      try {
        // Without an idempotency key, because PayPal would otherwise repeat the decline even after
        // the payer has chosen another card.
        return paymentOf(await call('POST', `${orderPath(reference)}/capture`, '{}'));
      } catch (error) {
        if (
          !(error instanceof PaymentFailure) ||
          error.kind === 'away' ||
          error.kind === 'credentials'
        )
          throw error;
        // It was captured earlier, is no longer approved, or was declined. Returns the current
        // state with the reported problem.
        const now = await read(reference);
        return now.state === 'completed'
          ? now
          : { ...now, problem: error.problem, isCapturable: false };
      }
    },
    // Nothing to cancel, because only captured orders are charged.
    cancel: async () => {},
    chargeSaved: async ({ key, orderId, coin, description, method }) => {
      const body = {
        ...unitsOf({ orderId, coin, description }),
        payment_source: { paypal: { vault_id: method.token } },
      };
      const payment = paymentOf(
        await call('POST', '/v2/checkout/orders', JSON.stringify(body), key),
      );
      if (payment.state === 'created')
        throw new PaymentFailure('authentication', problem('payerAgain'), {
          reference: payment.reference,
        });
      return payment;
    },
    forgetMethod: async (savedMethod) => {
      await call('DELETE', `/v3/vault/payment-tokens/${encodeURIComponent(savedMethod)}`);
    },
    refund: async (request) => {
      const { key, reference, capture, refundId, coin, note } = request;
      const body = {
        amount: toPayPalMoney(coin),
        custom_id: refundId,
        note_to_payer: note.slice(0, 255),
      };
      const path = `/v2/payments/captures/${encodeURIComponent(capture)}/refund`;
      const find = async () => {
        const order = await call('GET', orderPath(reference));
        requireText(order.at('id'));
        const refunds = order.at('purchase_units', 0, 'payments', 'refunds').list();
        return refunds.find((refund) => refund.at('custom_id').text() === refundId) ?? null;
      };
      return refundOf(
        await once(request, settings.now(), find, () =>
          call('POST', path, JSON.stringify(body), key),
        ),
      );
    },
    readRefund: async (reference) =>
      refundOf(await call('GET', `/v2/payments/refunds/${encodeURIComponent(reference)}`)),
    readDispute: async (reference) =>
      disputeOf(await call('GET', `/v1/customer/disputes/${encodeURIComponent(reference)}`)),
    readEvent: async (signed) => {
      const event = eventOf(signed.body);
      const body = verification(settings.webhookId, signed);
      if (verifying >= maxConcurrentVerifications)
        throw new PaymentFailure('away', problem('eventsBusy'));
      verifying += 1;
      const answer = await call('POST', '/v1/notifications/verify-webhook-signature', body).finally(
        () => {
          verifying -= 1;
        },
      );
      if (requireText(answer.at('verification_status')) !== 'SUCCESS')
        throw new PaymentFailure('signature', problem('signatureWrong'));
      return event;
    },
  };
}

const unitsOf = ({
  orderId,
  coin,
  description,
}: Pick<OrderRequest, 'orderId' | 'coin' | 'description'>) => ({
  intent: 'CAPTURE',
  // PayPal rejects a second payment with the same invoice ID, even under another request key.
  purchase_units: [
    {
      custom_id: orderId,
      invoice_id: orderId,
      description: description.slice(0, 127),
      amount: toPayPalMoney(coin),
    },
  ],
});

const locales: Record<string, string> = { en: 'en-US', he: 'he-IL' };

function orderBody(order: OrderRequest): unknown {
  const { returnUrl, cancelUrl, language, keepsMethod, customer } = order;
  const vault = { store_in_vault: 'ON_SUCCESS', usage_type: 'MERCHANT', customer_type: 'CONSUMER' };
  return {
    ...unitsOf(order),
    payment_source: {
      paypal: {
        experience_context: {
          ...{
            locale: locales[language] ?? 'en-US',
            shipping_preference: 'NO_SHIPPING',
            user_action: 'PAY_NOW',
          },
          ...{ return_url: returnUrl, cancel_url: cancelUrl },
        },
        ...(keepsMethod
          ? { attributes: { vault, ...(customer ? { customer: { id: customer } } : {}) } }
          : {}),
      },
    },
  };
}

function failureOf(status: number, body: JsonReader): PaymentFailure {
  const issue = body.at('details', 0, 'issue').text();
  const name = issue || body.at('name').text() || body.at('error').text();
  const reason =
    body.at('details', 0, 'description').text() ||
    body.at('message').text() ||
    body.at('error_description').text();
  const description = vendorProblem(name, reason) ?? problem('onlyStatus', { status });
  if (status === 401 || status === 403) return new PaymentFailure('credentials', description);
  if (status === 404 || issue === 'ORDER_EXPIRED') return new PaymentFailure('gone', description);
  if (status === 429 || status >= 500 || status < 400)
    return new PaymentFailure('away', description);
  if (issue === 'PAYER_ACTION_REQUIRED') return new PaymentFailure('authentication', description);
  if (issue === 'DUPLICATE_INVOICE_ID') return new PaymentFailure('paid', description);
  if (declineCodes.has(issue)) return new PaymentFailure('declined', description);
  return new PaymentFailure('refused', description);
}

const declineCodes = new Set([
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
]);

function paymentOf(order: JsonReader): Payment {
  const unit = order.at('purchase_units', 0);
  const capture = unit.at('payments', 'captures', 0);
  const amount = capture.isThere() ? capture.at('amount') : unit.at('amount');
  const refunds = unit.at('payments', 'refunds').list();
  const fee = capture.at('seller_receivable_breakdown', 'paypal_fee', 'value').text();
  return {
    reference: requireText(order.at('id')),
    ...stateOf(order.at('status').text(), capture),
    amount: plain(amount.at('value').text()),
    currency: amount.at('currency_code').text(),
    orderId: unit.at('custom_id').text() || capture.at('custom_id').text() || null,
    capture: capture.at('id').text() || null,
    fee: fee ? plain(fee) : null,
    refunded: sum(
      refunds.filter(
        (refund) =>
          refund.at('status').text() !== 'FAILED' && refund.at('status').text() !== 'CANCELLED',
      ),
    ),
    method: methodOf(order),
  };
}

/** Sums refunds in hundredths. No currency supported by PayPal has a smaller unit. */
const sum = (refunds: readonly JsonReader[]): string =>
  fromMinor(
    refunds.reduce((total, refund) => total + hundredthsOf(refund), 0),
    2,
  );

const completedStates = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);

function stateOf(
  status: string,
  capture: JsonReader,
): Pick<Payment, 'state' | 'isCapturable' | 'problem'> {
  const captureStatus = capture.at('status').text();
  if (completedStates.has(captureStatus))
    return { state: 'completed', isCapturable: false, problem: null };
  const reason = vendorProblem(captureStatus, capture.at('status_details', 'reason').text());
  if (captureStatus === 'PENDING')
    return { state: 'approved', isCapturable: false, problem: reason };
  if (captureStatus !== '') return { state: 'expired', isCapturable: false, problem: reason };
  if (status === 'APPROVED') return { state: 'approved', isCapturable: true, problem: null };
  return { state: status === 'VOIDED' ? 'expired' : 'created', isCapturable: false, problem: null };
}

function methodOf(order: JsonReader): SavedMethod | null {
  const source = order.at('payment_source', 'paypal');
  const vault = source.at('attributes', 'vault');
  if (vault.at('status').text() !== 'VAULTED' || !vault.at('id').text()) return null;
  return {
    ...{
      token: vault.at('id').text(),
      customer: vault.at('customer', 'id').text(),
      kind: 'paypal',
    },
    ...{ label: `PayPal ${maskAddress(source.at('email_address').text())}`.trim(), expires: '' },
  };
}

/** `alex@example.test` → `a•••@example.test` */
const maskAddress = (address: string): string => address.replace(/^(.).*(?=@)/, '$1•••');

const refundStates: Record<string, Refund['state']> = {
  COMPLETED: 'done',
  FAILED: 'failed',
  CANCELLED: 'failed',
};
const refundOf = (refund: JsonReader): Refund => ({
  reference: requireText(refund.at('id')),
  state: refundStates[refund.at('status').text()] ?? 'pending',
  problem: vendorProblem(refund.at('status_details', 'reason').text()),
});

const signatureHeaders = [
  'paypal-auth-algo',
  'paypal-cert-url',
  'paypal-transmission-id',
  'paypal-transmission-sig',
  'paypal-transmission-time',
];

/**
 * The event is returned byte for byte as received. It was already checked to be a single JSON
 * value.
 */
function verification(webhookId: string, { headers, body }: SignedCall): string {
  if (webhookId === '' || signatureHeaders.some((name) => !headers[name]))
    throw new PaymentFailure('signature', problem('eventUnsigned'));
  if (!isPayPalUrl(headers['paypal-cert-url'] ?? ''))
    throw new PaymentFailure('signature', problem('signatureWrong'));
  const fields = signatureHeaders.map(
    (name) => [name.replace('paypal-', '').replaceAll('-', '_'), headers[name]] as const,
  );
  const payload = JSON.stringify({ ...Object.fromEntries(fields), webhook_id: webhookId });
  return `${payload.slice(0, -1)},"webhook_event":${body.toString()}}`;
}

const isPayPalUrl = (address: string): boolean =>
  URL.canParse(address) &&
  new URL(address).protocol === 'https:' &&
  /(^|\.)paypal\.com$/.test(new URL(address).hostname);

/** Throws kind `signature` when the body isn't an event. */
function eventOf(body: Buffer): ProviderEvent {
  const event = parsed(body.toString());
  const resource = event.at('resource');
  const id = event.at('id').text();
  if (id === '') throw new PaymentFailure('signature', problem('eventUnreadable'));
  const isOrder = event.at('resource_type').text() === 'checkout-order';
  const isCapture = event.at('resource_type').text() === 'capture';
  const isRefund = event.at('resource_type').text() === 'refund';
  const related = resource.at('supplementary_data', 'related_ids');
  return {
    id,
    type: event.at('event_type').text(),
    orderId:
      (isOrder
        ? resource.at('purchase_units', 0, 'custom_id')
        : isCapture
          ? resource.at('custom_id')
          : resource.at('none')
      ).text() || null,
    reference: (isOrder ? resource.at('id') : related.at('order_id')).text() || null,
    capture: isRefund
      ? refundedCapture(resource)
      : (isCapture ? resource.at('id') : related.at('capture_id')).text() || null,
    dispute: resource.at('dispute_id').text() || null,
  };
}

/** A refund refers to its capture only by a link (HATEOAS in Payments v2: rel `captureUrl`). */
function refundedCapture(refund: JsonReader): string | null {
  const captureUrl = refund
    .at('links')
    .list()
    .find((link) => link.at('rel').text() === 'up');
  return /\/captures\/([^/?]+)/.exec(captureUrl?.at('href').text() ?? '')?.[1] ?? null;
}
