import { createHmac, randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import {
  type FakeResponse,
  json,
  PaymentVendor,
  paymentPage,
  type RecordedRequest,
} from './vendor.ts';

interface Intent {
  id: string;
  status: Stripe.PaymentIntent.Status;
  amount: number;
  currency: string;
  customer: string | null;
  method: string | null;
  futureUse: Stripe.PaymentIntent.SetupFutureUsage | null;
  order: string;
  refunded: number;
  problem: { code: Stripe.PaymentIntent.LastPaymentError.Code; message: string } | null;
}
interface Session {
  id: string;
  status: Stripe.Checkout.Session.Status;
  isPaid: boolean;
  intent: Intent | null;
  form: URLSearchParams;
}

/** A subset of an object that Stripe publishes, with only its published names and states. */
type Serialized<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer U)[]
    ? Serialized<U>[]
    : { [K in keyof T]?: Serialized<T[K]> };

const newId = (prefix: string): string => `${prefix}_${randomBytes(10).toString('hex')}`;
const errorResponse = (
  status: number,
  type: string,
  code: string,
  message: string,
  more: object = {},
): FakeResponse => json(status, { error: { type, code, message, ...more } });
/** A page of the list, newest first, starting after the given object (docs: pagination). */
function listPage(oldestFirst: readonly { id?: string }[], query: URLSearchParams): FakeResponse {
  const all = oldestFirst.toReversed();
  const from = all.findIndex(({ id }) => id === query.get('starting_after')) + 1;
  const to = from + Number(query.get('limit') ?? 10);
  return json(200, { object: 'list', data: all.slice(from, to), has_more: to < all.length });
}
const notFound = (): FakeResponse =>
  errorResponse(404, 'invalid_request_error', 'resource_missing', 'No such object');

/**
 * A fake Stripe based on its published API: Checkout Sessions, PaymentIntents, Refunds, Disputes
 * and signed events.
 */
export class StripeFake extends PaymentVendor {
  readonly secretKey = 'sk_test_fake';
  readonly webhookSecret = 'whsec_fake';
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Intent>();
  readonly refunds = new Map<
    string,
    {
      id: string;
      status: string;
      amount: number;
      payment_intent: string;
      metadata: { refund: string };
    }
  >();
  readonly disputes = new Map<string, unknown>();
  readonly detached: string[] = [];
  /** The Stripe test card that the payer uses. */
  card: 'pm_card_visa' | 'pm_card_authenticationRequired' | 'pm_card_chargeDeclined' =
    'pm_card_visa';

  protected keyHeader = 'idempotency-key';
  protected keyMs = (): number => 24 * 3_600_000;
  protected keyReused = (): FakeResponse =>
    errorResponse(
      400,
      'idempotency_error',
      'idempotency_key_in_use',
      'Keys can only be used with the same parameters',
    );
  protected failure = (status: number): FakeResponse =>
    errorResponse(status, 'api_error', '', 'Something went wrong');

  /** The captured amount minus refunds, in minor units. */
  taken(): number {
    return [...this.intents.values()]
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
  }

  protected answer(request: RecordedRequest): FakeResponse {
    const { method, url, headers, body } = request;
    if (url.pathname.startsWith('/pay/')) return this.#page(request);
    if (headers.authorization !== `Bearer ${this.secretKey}`)
      return errorResponse(401, 'invalid_request_error', '', 'Invalid API Key provided');
    if (!headers['stripe-version'])
      return errorResponse(400, 'invalid_request_error', '', 'The version is pinned');
    const form = new URLSearchParams(body);
    const [, , ...parts] = url.pathname.split('/');
    const path = parts.join('/');
    const id = parts.at(path.startsWith('checkout') ? 2 : 1) ?? '';
    const verb = parts.at(path.startsWith('checkout') ? 3 : 2) ?? '';
    if (path === 'checkout/sessions')
      return method === 'GET' ? json(200, { object: 'list', data: [] }) : this.#begin(form);
    if (path.startsWith('checkout/sessions/')) return this.#session(id, verb);
    if (path === 'payment_intents')
      return method === 'GET' ? this.#intentsOf(url.searchParams) : this.#charge(form);
    if (path.startsWith('payment_intents/')) return this.#intent(id, verb);
    if (path === 'refunds')
      return method === 'GET' ? this.#refundsOf(url.searchParams) : this.#refund(form);
    if (path.startsWith('refunds/'))
      return this.refunds.has(id) ? json(200, this.refunds.get(id)) : notFound();
    if (path.startsWith('disputes/'))
      return this.disputes.has(id) ? json(200, this.disputes.get(id)) : notFound();
    if (verb === 'detach') {
      if (this.detached.includes(id))
        return errorResponse(
          400,
          'invalid_request_error',
          '',
          'The payment method you provided is not attached to a customer.',
        );
      this.detached.push(id);
      return json(200, { id, object: 'payment_method' });
    }
    return notFound();
  }

  #begin(form: URLSearchParams): FakeResponse {
    const ends = Number(form.get('expires_at')) - this.now().getTime() / 1000;
    if (ends < 29 * 60 || ends > 86_400)
      return errorResponse(
        400,
        'invalid_request_error',
        '',
        'expires_at must be between 30 minutes and 24 hours',
      );
    if (!/^[1-9]\d*$/.test(form.get('line_items[0][price_data][unit_amount]') ?? ''))
      return errorResponse(
        400,
        'invalid_request_error',
        'parameter_invalid_integer',
        'Invalid integer',
      );
    const session: Session = {
      id: newId('cs_test'),
      status: 'open',
      isPaid: false,
      intent: null,
      form,
    };
    this.sessions.set(session.id, session);
    return json(200, this.#shownSession(session));
  }

  #session(id: string, verb: string): FakeResponse {
    const session = this.sessions.get(id);
    if (!session) return notFound();
    if (verb === 'expire') {
      if (session.status !== 'open')
        return errorResponse(400, 'invalid_request_error', '', 'Only open sessions can be expired');
      session.status = 'expired';
    }
    return json(200, this.#shownSession(session));
  }

  /** Acts as the payer who enters a card on Stripe's page. */
  pay(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    if (session?.status !== 'open') throw new Error(`The session ${sessionId} is not open.`);
    const { form } = session;
    const futureUse = form.get('payment_intent_data[setup_future_usage]') as Intent['futureUse'];
    const intent: Intent = {
      ...{
        id: newId('pi'),
        status: 'succeeded',
        amount: Number(form.get('line_items[0][price_data][unit_amount]')),
        refunded: 0,
        problem: null,
      },
      ...{
        currency: form.get('line_items[0][price_data][currency]') ?? '',
        order: form.get('payment_intent_data[metadata][order]') ?? '',
      },
      ...{
        customer: form.get('customer') ?? (futureUse ? newId('cus') : null),
        method: `${this.card}_${newId('x')}`,
        futureUse,
      },
    };
    this.intents.set(intent.id, intent);
    Object.assign(session, { status: 'complete', isPaid: true, intent });
  }

  #page({ method, url, body }: RecordedRequest): FakeResponse {
    const session = this.sessions.get(url.pathname.split('/')[2] ?? '');
    if (!session) return notFound();
    const { form } = session;
    if (method === 'GET')
      return paymentPage(
        'Stripe',
        `${form.get('line_items[0][price_data][unit_amount]')} ${form.get('line_items[0][price_data][currency]')}`,
        url.pathname,
      );
    const isPaid = new URLSearchParams(body).get('answer') === 'pay';
    if (isPaid) this.pay(session.id);
    return {
      status: 303,
      body: '',
      location: form.get(isPaid ? 'success_url' : 'cancel_url') ?? '',
    };
  }

  #charge(form: URLSearchParams): FakeResponse {
    const method = form.get('payment_method') ?? '';
    const intent: Intent = {
      ...{
        id: newId('pi'),
        status: 'succeeded',
        amount: Number(form.get('amount')),
        currency: form.get('currency') ?? '',
        refunded: 0,
      },
      ...{
        customer: form.get('customer'),
        method,
        futureUse: null,
        order: form.get('metadata[order]') ?? '',
        problem: null,
      },
    };
    this.intents.set(intent.id, intent);
    const declineDetails = method.startsWith('pm_card_authenticationRequired')
      ? {
          code: 'authentication_required',
          message: 'Your card was declined. This transaction requires authentication.',
        }
      : method.startsWith('pm_card_chargeDeclined')
        ? { code: 'card_declined', message: 'Your card was declined.' }
        : null;
    if (!declineDetails) return json(200, this.#shownIntent(intent));
    Object.assign(intent, { status: 'requires_payment_method', problem: declineDetails });
    return errorResponse(402, 'card_error', declineDetails.code, declineDetails.message, {
      payment_intent: this.#shownIntent(intent),
    });
  }

  #intent(id: string, verb: string): FakeResponse {
    const intent = this.intents.get(id);
    if (!intent) return notFound();
    if (verb === 'cancel') {
      if (intent.status === 'succeeded')
        return errorResponse(
          400,
          'invalid_request_error',
          'payment_intent_unexpected_state',
          'It has succeeded',
        );
      intent.status = 'canceled';
    }
    return json(200, this.#shownIntent(intent));
  }

  #intentsOf(query: URLSearchParams): FakeResponse {
    const found = [...this.intents.values()].filter(
      ({ customer }) => customer === query.get('customer'),
    );
    return listPage(
      found.map((intent) => this.#shownIntent(intent)),
      query,
    );
  }

  #refundsOf(query: URLSearchParams): FakeResponse {
    const found = [...this.refunds.values()].filter(
      (refund) => refund.payment_intent === query.get('payment_intent'),
    );
    return listPage(found, query);
  }

  #refund(form: URLSearchParams): FakeResponse {
    const intent = this.intents.get(form.get('payment_intent') ?? '');
    const amount = Number(form.get('amount'));
    if (!intent) return notFound();
    if (intent.refunded + amount > intent.amount)
      return errorResponse(
        400,
        'invalid_request_error',
        'charge_already_refunded',
        'Refund amount is greater than unrefunded amount',
      );
    intent.refunded += amount;
    const refund = {
      id: newId('re'),
      object: 'refund',
      status: 'succeeded',
      amount,
      payment_intent: intent.id,
      metadata: { refund: form.get('metadata[refund]') ?? '' },
    } satisfies Serialized<Stripe.Refund>;
    this.refunds.set(refund.id, refund);
    return json(200, refund);
  }

  #shownIntent({
    id,
    status,
    amount,
    currency,
    customer,
    method,
    futureUse,
    order,
    refunded,
    problem,
  }: Intent) {
    return {
      id,
      object: 'payment_intent',
      status,
      amount,
      amount_received: status === 'succeeded' ? amount : 0,
      currency,
      customer,
      metadata: { order },
      setup_future_usage: futureUse,
      last_payment_error: problem,
      payment_method:
        method === null
          ? null
          : {
              id: method,
              object: 'payment_method',
              type: 'card',
              card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 },
            },
      latest_charge:
        status === 'succeeded'
          ? {
              id: newId('ch'),
              object: 'charge',
              amount_refunded: refunded,
              balance_transaction: { fee: 59, currency },
            }
          : null,
    } satisfies Serialized<Stripe.PaymentIntent>;
  }

  #shownSession({ id, status, isPaid, intent, form }: Session) {
    return {
      id,
      object: 'checkout.session',
      status,
      payment_status: isPaid ? 'paid' : 'unpaid',
      url: `${this.origin}/pay/${id}`,
      client_reference_id: form.get('client_reference_id'),
      currency: form.get('line_items[0][price_data][currency]'),
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      payment_intent: intent && this.#shownIntent(intent),
    } satisfies Serialized<Stripe.Checkout.Session>;
  }

  /** Refunds on the provider's own pages, outside the portal. Returns `charge.refunded`. */
  refundThere(intentId: string, amount: number, options: { id?: string } = {}) {
    const intent = this.intents.get(intentId);
    if (!intent) throw new Error(`There is no intent ${intentId}.`);
    intent.refunded += amount;
    return this.webhook(
      'charge.refunded',
      {
        id: newId('ch'),
        object: 'charge',
        payment_intent: intentId,
      } satisfies Serialized<Stripe.Charge>,
      options,
    );
  }

  /**
   * A dispute about an intent in its current state. Returns `charge.dispute.created` or `closed`.
   * An inquiry (`warning_…`) moves no money.
   */
  dispute(
    intentId: string,
    status: 'warning_needs_response' | 'needs_response' | 'won' | 'lost',
    options: { id?: string } = {},
  ) {
    const { amount, currency } = this.intents.get(intentId) ?? { amount: 0, currency: 'usd' };
    const disputedAmount = { amount: -amount, fee: 1500, currency };
    const dispute = {
      id: `dp_${intentId}`,
      object: 'dispute',
      payment_intent: intentId,
      amount,
      currency,
      status,
      reason: 'fraudulent',
      balance_transactions: status.startsWith('warning')
        ? []
        : status === 'won'
          ? [disputedAmount, { amount, fee: -1500, currency }]
          : [disputedAmount],
      evidence_details: { due_by: Math.floor(this.now().getTime() / 1000) + 7 * 86_400 },
    } satisfies Serialized<Stripe.Dispute>;
    this.disputes.set(dispute.id, dispute);
    const isClosed = status === 'won' || status === 'lost';
    return this.webhook(`charge.dispute.${isClosed ? 'closed' : 'created'}`, dispute, options);
  }

  /** A signed webhook call as Stripe sends it. */
  webhook(
    type: Stripe.Event.Type,
    object: unknown,
    options: { id?: string; at?: Date; secret?: string } = {},
  ): { headers: Record<string, string>; body: string } {
    const body = JSON.stringify({
      id: options.id ?? newId('evt'),
      object: 'event',
      type,
      data: { object },
    });
    const at = Math.floor((options.at ?? this.now()).getTime() / 1000);
    const signature = createHmac('sha256', options.secret ?? this.webhookSecret)
      .update(`${at}.${body}`)
      .digest('hex');
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': `t=${at},v1=${signature}`,
      },
    };
  }

  /** A `checkout.session.completed` event, or the one for an expired session. */
  ended(sessionId: string, options: { id?: string; at?: Date; secret?: string } = {}) {
    const session = this.sessions.get(sessionId);
    if (!session) throw new Error(`There is no session ${sessionId}.`);
    const { form, intent } = session;
    const object = {
      id: sessionId,
      object: 'checkout.session',
      client_reference_id: form.get('client_reference_id'),
      metadata: { order: form.get('metadata[order]') ?? '' },
      payment_intent: intent?.id ?? null,
    } satisfies Serialized<Stripe.Checkout.Session>;
    return this.webhook(
      session.status === 'expired' ? 'checkout.session.expired' : 'checkout.session.completed',
      object,
      options,
    );
  }
}
