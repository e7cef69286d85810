import { randomBytes } from 'node:crypto';
import {
  type FakeResponse,
  json,
  PaymentVendor,
  paymentPage,
  type RecordedRequest,
} from './vendor.ts';

interface Money {
  currency_code: string;
  value: string;
}
interface Unit {
  custom_id: string;
  invoice_id: string;
  amount: Money;
}
interface Order {
  id: string;
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  unit: Unit;
  returnUrl: string;
  cancelUrl: string;
  vault: { id: string; customer: string } | null;
  wantsVault: boolean;
  capture: { id: string; status: string; reason?: string } | null;
  refunds: { id: string; status: string; amount: Money; custom_id?: string }[];
  createdAt: number;
}

const newId = (): string => randomBytes(8).toString('hex').toUpperCase();
const approvalMs = 3 * 3_600_000;

/** PayPal's error response (error schema of Orders v2). */
const errorResponse = (
  status: number,
  name: string,
  issue: string,
  description = issue,
): FakeResponse =>
  json(status, {
    name,
    message: 'The request was refused.',
    debug_id: newId(),
    details: [{ issue, description }],
  });
const unprocessable = (issue: string): FakeResponse =>
  errorResponse(422, 'UNPROCESSABLE_ENTITY', issue);
const notFound = (): FakeResponse =>
  errorResponse(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');

/**
 * A fake PayPal based on its published Orders v2, Payments v2, Vault v3 and webhook verification
 * APIs, with a ledger of actual captures.
 */
export class PayPalFake extends PaymentVendor {
  readonly clientId = 'fake-client';
  readonly clientSecret = 'fake-client-secret';
  readonly webhookId = 'WH-FAKE-1';
  readonly orders = new Map<string, Order>();
  readonly vaulted = new Set<string>();
  readonly disputes = new Map<string, unknown>();
  /** Issued signatures with the signed bodies. */
  readonly #signed = new Map<string, string>();
  #tokens = new Set<string>();
  /** The status of every capture. */
  captureStatus: 'COMPLETED' | 'PENDING' | 'DECLINED' = 'COMPLETED';
  /** Rejects captures with this issue. */
  captureRefusal = '';
  refundRefusal = '';
  savedRefusal = '';

  protected keyHeader = 'paypal-request-id';
  /** Payments v2 remembers keys for 45 days, Orders v2 for 6 hours. */
  protected keyMs = (path: string): number =>
    path.startsWith('/v2/payments') ? 45 * 86_400_000 : 6 * 3_600_000;
  protected keyReused = (): FakeResponse => unprocessable('PAYPAL_REQUEST_ID_PREVIOUSLY_USED');
  protected failure = (status: number): FakeResponse =>
    errorResponse(status, status === 429 ? 'RATE_LIMIT_REACHED' : 'INTERNAL_SERVER_ERROR', '');

  /** The captured amount minus refunds, in minor units. */
  taken(): number {
    const cents = ({ value }: Money) => Math.round(Number(value) * 100);
    return [...this.orders.values()]
      .filter(({ capture }) => capture?.status === 'COMPLETED')
      .reduce(
        (sum, { unit, refunds }) =>
          sum +
          cents(unit.amount) -
          refunds.reduce((refunded, refund) => refunded + cents(refund.amount), 0),
        0,
      );
  }

  /** Acts as the payer who approves on PayPal's page. */
  approve(id: string): void {
    this.#order(id).status = 'APPROVED';
  }

  forgetTokens(): void {
    this.#tokens = new Set();
  }

  #order(id: string): Order {
    const order = this.orders.get(id);
    if (!order) throw new Error(`There is no order ${id}.`);
    return order;
  }

  protected answer(request: RecordedRequest): FakeResponse {
    const path = request.url.pathname;
    if (path === '/v1/oauth2/token') return this.#token(request);
    if (path.startsWith('/checkoutnow')) return this.#page(request);
    if (!this.#tokens.has((request.headers.authorization ?? '').replace('Bearer ', '')))
      return json(401, { name: 'AUTHENTICATION_FAILURE', message: 'Authentication failed.' });
    const [, id = '', verb = ''] = /^\/v2\/checkout\/orders\/([^/]+)\/?(\w*)$/.exec(path) ?? [];
    if (path === '/v2/checkout/orders') return this.#create(request);
    if (id) return verb === 'capture' ? this.#capture(id) : this.#read(id);
    if (path.startsWith('/v2/payments')) return this.#refunds(request);
    if (path.startsWith('/v3/vault/payment-tokens/')) return this.#forget(path.split('/')[4] ?? '');
    if (path === '/v1/notifications/verify-webhook-signature') return this.#verify(request);
    if (path.startsWith('/v1/customer/disputes/')) {
      const dispute = this.disputes.get(path.split('/')[4] ?? '');
      return dispute ? json(200, dispute) : notFound();
    }
    return notFound();
  }

  #token({ headers, body }: RecordedRequest): FakeResponse {
    const right = `Basic ${Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64')}`;
    if (headers.authorization !== right || body !== 'grant_type=client_credentials')
      return json(401, {
        error: 'invalid_client',
        error_description: 'Client Authentication failed',
      });
    const token = newId();
    this.#tokens.add(token);
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: 32_400 });
  }

  #create({ body }: RecordedRequest): FakeResponse {
    const request = JSON.parse(body) as {
      purchase_units: Unit[];
      payment_source: {
        paypal: {
          vault_id?: string;
          experience_context?: { return_url: string; cancel_url: string };
          attributes?: unknown;
        };
      };
    };
    const [unit] = request.purchase_units;
    const source = request.payment_source.paypal;
    if (!unit || !/^\d+(\.\d\d)?$/.test(unit.amount.value))
      return unprocessable('DECIMAL_PRECISION');
    if (
      [...this.orders.values()].some(
        (other) => other.capture && other.unit.invoice_id === unit.invoice_id,
      )
    )
      return unprocessable('DUPLICATE_INVOICE_ID');
    if (source.vault_id !== undefined && !this.vaulted.has(source.vault_id))
      return unprocessable('TOKEN_ID_NOT_FOUND');
    if (source.vault_id !== undefined && this.savedRefusal) return unprocessable(this.savedRefusal);
    const order: Order = {
      ...{
        id: newId(),
        unit,
        status: 'PAYER_ACTION_REQUIRED',
        capture: null,
        refunds: [],
        createdAt: this.now().getTime(),
      },
      ...{
        returnUrl: source.experience_context?.return_url ?? '',
        cancelUrl: source.experience_context?.cancel_url ?? '',
      },
      ...{ vault: null, wantsVault: source.attributes !== undefined },
    };
    this.orders.set(order.id, order);
    if (source.vault_id !== undefined) this.#take(order);
    return json(201, this.#shown(order));
  }

  #take(order: Order): void {
    order.status = 'COMPLETED';
    order.capture = {
      id: newId(),
      status: this.captureStatus,
      ...(this.captureStatus === 'PENDING' ? { reason: 'PENDING_REVIEW' } : {}),
    };
    if (order.wantsVault) {
      order.vault = { id: newId().toLowerCase(), customer: newId() };
      this.vaulted.add(order.vault.id);
    }
  }

  #capture(id: string): FakeResponse {
    const order = this.orders.get(id);
    if (!order) return notFound();
    if (order.capture) return unprocessable('ORDER_ALREADY_CAPTURED');
    if (this.now().getTime() - order.createdAt > 2 * approvalMs)
      return unprocessable('ORDER_EXPIRED');
    if (order.status !== 'APPROVED') return unprocessable('ORDER_NOT_APPROVED');
    if (this.captureRefusal) return unprocessable(this.captureRefusal);
    this.#take(order);
    return json(201, this.#shown(order));
  }

  #read(id: string): FakeResponse {
    const order = this.orders.get(id);
    const isExpired =
      order && !order.capture && this.now().getTime() - order.createdAt > 2 * approvalMs;
    return order && !isExpired ? json(200, this.#shown(order)) : notFound();
  }

  #shown(order: Order): unknown {
    const { id, status, unit, capture, refunds, vault } = order;
    const captures = capture && [
      {
        ...{
          id: capture.id,
          status: capture.status,
          amount: unit.amount,
          custom_id: unit.custom_id,
        },
        ...(capture.reason ? { status_details: { reason: capture.reason } } : {}),
        seller_receivable_breakdown: {
          gross_amount: unit.amount,
          paypal_fee: { ...unit.amount, value: '0.59' },
        },
      },
    ];
    const vaultAttributes = vault && {
      attributes: { vault: { id: vault.id, status: 'VAULTED', customer: { id: vault.customer } } },
    };
    return {
      ...{ id, status, intent: 'CAPTURE' },
      purchase_units: [
        {
          reference_id: 'default',
          ...unit,
          ...(captures ? { payments: { captures, refunds } } : {}),
        },
      ],
      payment_source: { paypal: { email_address: 'payer@example.test', ...vaultAttributes } },
      links: [
        { rel: 'self', href: `${this.origin}/v2/checkout/orders/${id}`, method: 'GET' },
        { rel: 'payer-action', href: `${this.origin}/checkoutnow?token=${id}`, method: 'GET' },
      ],
    };
  }

  #page({ method, url, body }: RecordedRequest): FakeResponse {
    const order = this.orders.get(url.searchParams.get('token') ?? '');
    if (!order) return notFound();
    if (method === 'GET')
      return paymentPage(
        'PayPal',
        `${order.unit.amount.value} ${order.unit.amount.currency_code}`,
        url.pathname + url.search,
      );
    const isPaid = new URLSearchParams(body).get('answer') === 'pay';
    if (isPaid) order.status = 'APPROVED';
    const returnUrl = new URL(isPaid ? order.returnUrl : order.cancelUrl);
    returnUrl.searchParams.set('token', order.id);
    if (isPaid) returnUrl.searchParams.set('PayerID', 'PAYER1');
    return { status: 303, body: '', location: returnUrl.href };
  }

  #refunds({ method, url, body }: RecordedRequest): FakeResponse {
    const [, , , kind, id, verb] = url.pathname.split('/');
    const orders = [...this.orders.values()];
    if (kind === 'refunds' && method === 'GET') {
      const found = orders.flatMap(({ refunds }) => refunds).find((refund) => refund.id === id);
      return found ? json(200, found) : notFound();
    }
    const order = orders.find(({ capture }) => capture?.id === id);
    if (kind !== 'captures' || verb !== 'refund' || !order) return notFound();
    if (this.refundRefusal) return unprocessable(this.refundRefusal);
    const { amount, custom_id } = JSON.parse(body) as { amount: Money; custom_id: string };
    const refunded = order.refunds.reduce((sum, refund) => sum + Number(refund.amount.value), 0);
    if (refunded + Number(amount.value) > Number(order.unit.amount.value) + 0.001)
      return unprocessable('REFUND_AMOUNT_EXCEEDED');
    const refund = { id: newId(), status: 'COMPLETED', amount, custom_id };
    order.refunds.push(refund);
    return json(201, refund);
  }

  #forget(token: string): FakeResponse {
    return this.vaulted.delete(token) ? { status: 204, body: '' } : notFound();
  }

  #verify({ body }: RecordedRequest): FakeResponse {
    const { transmission_id, transmission_sig, webhook_id } = JSON.parse(body) as Record<
      string,
      string
    >;
    const raw = body.slice(body.indexOf('"webhook_event":') + '"webhook_event":'.length, -1);
    const isSigned =
      webhook_id === this.webhookId &&
      this.#signed.get(`${transmission_id} ${transmission_sig}`) === raw;
    return json(200, { verification_status: isSigned ? 'SUCCESS' : 'FAILURE' });
  }

  /** A signed webhook call as PayPal sends it. */
  webhook(
    type: string,
    resourceType: string,
    resource: unknown,
    id = `WH-${newId()}`,
  ): { headers: Record<string, string>; body: string } {
    const body = JSON.stringify({
      id,
      event_type: type,
      resource_type: resourceType,
      resource,
      create_time: this.now().toISOString(),
    });
    const [transmission, signature] = [newId(), newId()];
    this.#signed.set(`${transmission} ${signature}`, body);
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
        'paypal-transmission-id': transmission,
        'paypal-transmission-sig': signature,
        'paypal-transmission-time': this.now().toISOString(),
      },
    };
  }

  /** `CHECKOUT.ORDER.APPROVED` event for an order. */
  approved(id: string, eventId?: string) {
    const { unit } = this.#order(id);
    return this.webhook(
      'CHECKOUT.ORDER.APPROVED',
      'checkout-order',
      { id, purchase_units: [unit] },
      eventId,
    );
  }

  /** `PAYMENT.CAPTURE.COMPLETED` event for an order. */
  captured(id: string, eventId?: string) {
    const { unit, capture } = this.#order(id);
    const resource = {
      id: capture?.id,
      custom_id: unit.custom_id,
      supplementary_data: { related_ids: { order_id: id } },
    };
    return this.webhook('PAYMENT.CAPTURE.COMPLETED', 'capture', resource, eventId);
  }

  /**
   * Refunds on the provider's own pages, outside the portal. Returns `PAYMENT.CAPTURE.REFUNDED`.
   */
  refundThere(id: string, value: string, eventId?: string) {
    const { unit, capture, refunds } = this.#order(id);
    const refund = { id: newId(), status: 'COMPLETED', amount: { ...unit.amount, value } };
    refunds.push(refund);
    const links = [
      { rel: 'up', href: `${this.origin}/v2/payments/captures/${capture?.id}`, method: 'GET' },
    ];
    return this.webhook('PAYMENT.CAPTURE.REFUNDED', 'refund', { ...refund, links }, eventId);
  }

  /**
   * A dispute about an order. Returns `CUSTOMER.DISPUTE.CREATED` or `CUSTOMER.DISPUTE.RESOLVED`.
   */
  dispute(
    id: string,
    status = 'OPEN',
    { harness = 'CHARGEBACK', outcome = 'RESOLVED_SELLER_FAVOUR' } = {},
  ) {
    const { unit, capture } = this.#order(id);
    const dispute = {
      ...{
        dispute_id: `PP-D-${id}`,
        status,
        reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
        dispute_amount: unit.amount,
      },
      ...{
        disputed_transactions: [{ seller_transaction_id: capture?.id }],
        dispute_life_cycle_stage: harness,
      },
      ...(status === 'RESOLVED'
        ? { dispute_outcome: { outcome_code: outcome, amount_refunded: unit.amount } }
        : {
            seller_response_due_date: new Date(this.now().getTime() + 7 * 86_400_000).toISOString(),
          }),
    };
    this.disputes.set(dispute.dispute_id, dispute);
    return this.webhook(
      `CUSTOMER.DISPUTE.${status === 'OPEN' ? 'CREATED' : 'RESOLVED'}`,
      'dispute',
      dispute,
    );
  }
}
