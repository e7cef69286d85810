import { say } from '../words.ts';
import { fixed, fromMinor, plain } from './amounts.ts';
import { orForgotten } from './forgotten.ts';
import { type Answered, demanded, pageAt, parsed, said } from './json.ts';
import { disputeOf, hundredthsOf } from './payPalDispute.ts';
import {
  type Ask,
  type Coin,
  type OrderRequest,
  type Payment,
  type PaymentDriver,
  PaymentFailure,
  type ProviderEvent,
  type Refund,
  type SavedMethod,
  type SignedCall,
} from './port.ts';

export interface PayPalSettings {
  /** `https://api-m.paypal.com`, `https://api-m.sandbox.paypal.com`, or what speaks the same. */
  baseAddress: string;
  clientId: string;
  clientSecret: string;
  /** PayPal's ID of the portal's webhook. '' while there is none. */
  webhookId: string;
  now(): Date;
}

/** A token is renewed this long before it expires. */
const tokenMarginMs = 60_000;
/**
 * Anyone can call a webhook, and each call is verified with PayPal, so concurrency is limited.
 * PayPal repeats its own events for three days.
 */
const mostVerifying = 20;
/** PayPal takes whole ones only of these (currency codes, notes). */
const wholeOnly = new Set(['HUF', 'JPY', 'TWD']);
const payPalCoin = (coin: Coin): Coin =>
  wholeOnly.has(coin.currency) ? { ...coin, digits: 0 } : coin;
const moneyOf = (coin: Coin) => ({ currency_code: coin.currency, value: fixed(payPalCoin(coin)) });

/**
 * Orders v2 with what was vaulted, Payments v2 for refunds: the payer agrees at PayPal's own page.
 */
export function payPalDriver(settings: PayPalSettings, ask: Ask): PaymentDriver {
  const base = settings.baseAddress.replace(/\/+$/, '');
  let token: { value: string; until: number } | null = null;
  let verifying = 0;

  const newToken = async (): Promise<string> => {
    const { status, text } = await ask({
      method: 'POST',
      address: `${base}/v1/oauth2/token`,
      headers: {
        authorization: `Basic ${Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    const body = parsed(text);
    const value = body.at('access_token').text();
    if (status !== 200 || value === '') throw failureOf(status, body);
    token = {
      value,
      until:
        settings.now().getTime() + (body.at('expires_in').number() ?? 0) * 1000 - tokenMarginMs,
    };
    return value;
  };

  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: string,
    key?: string,
  ): Promise<Answered> => {
    const send = async (bearer: string) =>
      await ask({
        method,
        address: `${base}${path}`,
        headers: {
          authorization: `Bearer ${bearer}`,
          prefer: 'return=representation',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key ? { 'paypal-request-id': key } : {}),
        },
        body: body ?? null,
      });
    const kept = token !== null && token.until > settings.now().getTime() ? token.value : null;
    let answer = await send(kept ?? (await newToken()));
    // A token may be taken back before its time.
    if (answer.status === 401 && kept) answer = await send(await newToken());
    const said = parsed(answer.text);
    if (answer.status >= 200 && answer.status < 300) return said;
    throw failureOf(answer.status, said);
  };

  const orderPath = (reference: string) => `/v2/checkout/orders/${encodeURIComponent(reference)}`;
  const read = (reference: string): Promise<Payment> =>
    orForgotten(reference, async () => paymentOf(await call('GET', orderPath(reference))));

  return {
    check: async () => void (await newToken()),
    read,
    createOrder: async (order) => {
      const made = await call(
        'POST',
        '/v2/checkout/orders',
        JSON.stringify(orderBody(order)),
        order.key,
      );
      const links = made.at('links').list();
      const to = (rel: string) => links.find((link) => link.at('rel').text() === rel)?.at('href');
      return {
        reference: demanded(made.at('id')),
        redirectUrl: pageAt(to('payer-action') ?? to('approve') ?? made.at('none')),
      };
    },
    capture: async (reference) => {
      try {
        // Without an idempotency key: with one, PayPal would only repeat the decline after the
        // payer has chosen another card.
        return paymentOf(await call('POST', `${orderPath(reference)}/capture`, '{}'));
      } catch (error) {
        if (
          !(error instanceof PaymentFailure) ||
          error.kind === 'away' ||
          error.kind === 'credentials'
        )
          throw error;
        // It was captured before, is not approved any more, or was declined: what is so now is
        // read, with what was said.
        const now = await read(reference);
        return now.state === 'completed'
          ? now
          : { ...now, problem: error.message, isCapturable: false };
      }
    },
    // There is nothing to cancel, because only captured orders are charged.
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
        throw new PaymentFailure('authentication', say('payerAgain'), {
          reference: payment.reference,
        });
      return payment;
    },
    forgetMethod: async (vaulted) => {
      await call('DELETE', `/v3/vault/payment-tokens/${encodeURIComponent(vaulted)}`);
    },
    refund: async ({ key, capture, refundId, coin, note }) => {
      const body = {
        amount: moneyOf(coin),
        custom_id: refundId,
        note_to_payer: note.slice(0, 255),
      };
      return refundOf(
        await call(
          'POST',
          `/v2/payments/captures/${encodeURIComponent(capture)}/refund`,
          JSON.stringify(body),
          key,
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
      if (verifying >= mostVerifying)
        throw new PaymentFailure('away', 'Too many calls are being verified at once.');
      verifying += 1;
      const answer = await call('POST', '/v1/notifications/verify-webhook-signature', body).finally(
        () => {
          verifying -= 1;
        },
      );
      if (demanded(answer.at('verification_status')) !== 'SUCCESS')
        throw new PaymentFailure('signature', 'PayPal did not sign it.');
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
  // The same id twice is refused by PayPal, whatever the key of the call: an order is paid once.
  purchase_units: [
    {
      custom_id: orderId,
      invoice_id: orderId,
      description: description.slice(0, 127),
      amount: moneyOf(coin),
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

function failureOf(status: number, body: Answered): PaymentFailure {
  const issue = body.at('details', 0, 'issue').text();
  const name = issue || body.at('name').text() || body.at('error').text();
  const reason =
    body.at('details', 0, 'description').text() ||
    body.at('message').text() ||
    body.at('error_description').text();
  const words = said(name, reason) || say('onlyStatus', { status });
  if (status === 401 || status === 403) return new PaymentFailure('credentials', words);
  if (status === 404 || issue === 'ORDER_EXPIRED') return new PaymentFailure('gone', words);
  if (status === 429 || status >= 500 || status < 400) return new PaymentFailure('away', words);
  if (issue === 'PAYER_ACTION_REQUIRED') return new PaymentFailure('authentication', words);
  if (declines.has(issue)) return new PaymentFailure('declined', words);
  return new PaymentFailure('refused', words);
}

const declines = new Set([
  'INSTRUMENT_DECLINED',
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
]);

function paymentOf(order: Answered): Payment {
  const unit = order.at('purchase_units', 0);
  const capture = unit.at('payments', 'captures', 0);
  const amount = capture.isThere() ? capture.at('amount') : unit.at('amount');
  const refunds = unit.at('payments', 'refunds').list();
  const fee = capture.at('seller_receivable_breakdown', 'paypal_fee', 'value').text();
  return {
    reference: demanded(order.at('id')),
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

/** In hundredths: no currency PayPal takes has finer ones. */
const sum = (refunds: readonly Answered[]): string =>
  fromMinor(
    refunds.reduce((total, refund) => total + hundredthsOf(refund), 0),
    2,
  );

const takenStates = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);

function stateOf(
  status: string,
  capture: Answered,
): Pick<Payment, 'state' | 'isCapturable' | 'problem'> {
  const taken = capture.at('status').text();
  if (takenStates.has(taken)) return { state: 'completed', isCapturable: false, problem: '' };
  const reason = said(taken, capture.at('status_details', 'reason').text());
  if (taken === 'PENDING') return { state: 'approved', isCapturable: false, problem: reason };
  if (taken !== '') return { state: 'expired', isCapturable: false, problem: reason };
  if (status === 'APPROVED') return { state: 'approved', isCapturable: true, problem: '' };
  return { state: status === 'VOIDED' ? 'expired' : 'created', isCapturable: false, problem: '' };
}

function methodOf(order: Answered): SavedMethod | null {
  const source = order.at('payment_source', 'paypal');
  const vault = source.at('attributes', 'vault');
  if (vault.at('status').text() !== 'VAULTED' || !vault.at('id').text()) return null;
  return {
    ...{
      token: vault.at('id').text(),
      customer: vault.at('customer', 'id').text(),
      kind: 'paypal',
    },
    ...{ label: said(`PayPal ${halfHidden(source.at('email_address').text())}`), expires: '' },
  };
}

/** `alex@example.test` → `a•••@example.test` */
const halfHidden = (address: string): string => address.replace(/^(.).*(?=@)/, '$1•••');

const refundStates: Record<string, Refund['state']> = {
  COMPLETED: 'done',
  FAILED: 'failed',
  CANCELLED: 'failed',
};
const refundOf = (refund: Answered): Refund => ({
  reference: demanded(refund.at('id')),
  state: refundStates[refund.at('status').text()] ?? 'pending',
  problem: refund.at('status_details', 'reason').text(),
});

const signatureHeaders = [
  'paypal-auth-algo',
  'paypal-cert-url',
  'paypal-transmission-id',
  'paypal-transmission-sig',
  'paypal-transmission-time',
];

/**
 * The event goes back exactly as it came, byte for byte; that it is one JSON value was looked at
 * before.
 */
function verification(webhookId: string, { headers, body }: SignedCall): string {
  if (webhookId === '' || signatureHeaders.some((name) => !headers[name]))
    throw new PaymentFailure('signature', 'It is not signed.');
  if (!isPayPals(headers['paypal-cert-url'] ?? ''))
    throw new PaymentFailure('signature', 'Its certificate is not one of PayPal.');
  const fields = signatureHeaders.map(
    (name) => [name.replace('paypal-', '').replaceAll('-', '_'), headers[name]] as const,
  );
  const told = JSON.stringify({ ...Object.fromEntries(fields), webhook_id: webhookId });
  return `${told.slice(0, -1)},"webhook_event":${body.toString()}}`;
}

const isPayPals = (address: string): boolean =>
  URL.canParse(address) &&
  new URL(address).protocol === 'https:' &&
  /(^|\.)paypal\.com$/.test(new URL(address).hostname);

/** Throws kind `signature` for what is no event at all. */
function eventOf(body: Buffer): ProviderEvent {
  const event = parsed(body.toString());
  const resource = event.at('resource');
  const id = event.at('id').text();
  if (id === '') throw new PaymentFailure('signature', 'It is no event.');
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

/** A refund names what it is of by a link only (HATEOAS of Payments v2: rel `up`). */
function refundedCapture(refund: Answered): string | null {
  const up = refund
    .at('links')
    .list()
    .find((link) => link.at('rel').text() === 'up');
  return /\/captures\/([^/?]+)/.exec(up?.at('href').text() ?? '')?.[1] ?? null;
}
