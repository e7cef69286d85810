import { randomBytes, randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RecordedRequest {
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}
interface FakeResponse {
  status: number;
  body: string;
  headers?: Record<string, string>;
}
interface SubmittedInvoice {
  body: Record<string, unknown>;
  told: FakeResponse;
}

/**
 * How the service misbehaves once: fails before processing, processes and drops the connection,
 * processes and responds with an error, or asks to be called later.
 */
export type Misbehavior = 'failsBefore' | 'dropsAfter' | 'failsAfter' | 'slowDown';

const json = (status: number, value: unknown): FakeResponse => ({
  status,
  body: JSON.stringify(value),
});
const newToken = (): string => randomBytes(16).toString('hex');
const dayMs = 86_400_000;

/**
 * A fake Israel Tax Authority based on its API 2.0: issues single-use refresh tokens, validates
 * documents, and assigns one number per ID. A real HTTP server on a free port.
 */
export class TaxAuthorityFake {
  readonly clientId = 'fake-client';
  readonly clientSecret = 'fake-client-secret';
  readonly asked: RecordedRequest[] = [];
  origin = '';
  /** The current time for token expiry and days. */
  now: () => Date = () => new Date();
  /** Minimum amounts by start day. The latest one that has started applies. */
  minimums: readonly (readonly [day: string, amount: number])[] = [
    ['2024-05-05', 25_000],
    ['2025-01-01', 20_000],
    ['2026-01-01', 10_000],
    ['2026-06-01', 5_000],
  ];
  /** Buyers whose invoices it rejects. */
  readonly refusedBuyers = new Set<number>();
  /** Numbers that it doesn't know. */
  readonly unknownNumbers = new Set<number>();
  /** Issued approvals, by invoice ID. */
  readonly approvals = new Map<string, SubmittedInvoice>();
  readonly decisions = new Map<string, 'Continue' | 'Cancel'>();
  /** When a representative's sign-in expires. */
  signedInUntil = new Date(0);
  /** Called before each response. */
  meanwhile: (path: string) => Promise<void> = async () => undefined;
  #refresh = '';
  #access = new Map<string, number>();
  #rude: { path: RegExp; how: Misbehavior }[] = [];
  #server: Server | null = null;

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      void this.#receive(request).then((fakeResponse) => {
        if (fakeResponse === null) return void request.socket.destroy();
        response
          .writeHead(fakeResponse.status, {
            'content-type': 'application/json',
            ...fakeResponse.headers,
          })
          .end(fakeResponse.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#server = server;
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) =>
      this.#server ? this.#server.close(() => resolve()) : resolve(),
    );
  }

  /** Signs in as a representative of the taxpayer, for ninety days. Returns the refresh token. */
  signIn(): string {
    this.signedInUntil = new Date(this.now().getTime() + 90 * dayMs);
    this.#refresh = newToken();
    this.#access.clear();
    return this.#refresh;
  }

  /** Revokes issued tokens before they expire. */
  forgetAccess(): void {
    this.#access.clear();
  }

  /** Misbehaves on the next call of this path. */
  rude(path: RegExp, failureMode: Misbehavior): void {
    this.#rude.push({ path, how: failureMode });
  }

  /** Number of requests to a path. */
  timesAsked(path: RegExp): number {
    return this.asked.filter((request) => path.test(request.path)).length;
  }

  /** All refresh tokens received, including repeated ones. */
  get refreshesUsed(): (string | null)[] {
    return this.asked
      .filter(({ path }) => path.endsWith('token'))
      .map(({ body }) => new URLSearchParams(body).get('refresh_token'));
  }

  async #receive(request: IncomingMessage): Promise<FakeResponse | null> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const recorded = { path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() };
    this.asked.push(recorded);
    await this.meanwhile(recorded.path);
    const index = this.#rude.findIndex(({ path }) => path.test(recorded.path));
    const failureMode = index < 0 ? null : (this.#rude.splice(index, 1)[0]?.how ?? null);
    const failure = (status: number) =>
      json(status, { status, message: 'Internal error', error_id: newToken() });
    if (failureMode === 'failsBefore') return failure(500);
    if (failureMode === 'slowDown') return { ...failure(429), headers: { 'retry-after': '7200' } };
    const response = request.method === 'POST' ? this.#answer(recorded) : failure(405);
    if (failureMode === 'dropsAfter') return null;
    return failureMode === 'failsAfter' ? failure(500) : response;
  }

  #answer(request: RecordedRequest): FakeResponse {
    const [, environment = '', path = ''] =
      /^\/shaam\/(tsandbox|production)\/(.*)$/.exec(request.path) ?? [];
    if (environment === '') return json(404, { status: 404, message: 'Not found' });
    if (path === 'longtimetoken/oauth2/token') return this.#token(request);
    const until =
      this.#access.get((request.headers.authorization ?? '').replace(/^Bearer /, '')) ?? 0;
    if (until <= this.now().getTime()) return json(401, { status: 401, message: 'Unauthorized' });
    const body = JSON.parse(request.body) as Record<string, unknown>;
    if (path === 'general-information/v2/MinimumAmount') return this.#minimum(String(body.date));
    if (path === 'Invoices/v2/Approval') return this.#approve(body);
    const decision = /^InvoiceDecisionApi\/v1\/(Continue|Cancel)$/.exec(path)?.[1];
    return decision
      ? this.#decide(decision as 'Continue' | 'Cancel', body)
      : json(404, { status: 404, message: 'Not found' });
  }

  /** A refresh token is valid once. The response contains the next one. */
  #token({ headers, body }: RecordedRequest): FakeResponse {
    const basic = Buffer.from(
      (headers.authorization ?? '').replace(/^Basic /, ''),
      'base64',
    ).toString();
    if (basic !== `${this.clientId}:${this.clientSecret}`)
      return json(401, { error: 'invalid_client' });
    const form = new URLSearchParams(body);
    const isKnown =
      form.get('refresh_token') === this.#refresh &&
      form.get('grant_type') === 'refresh_token' &&
      form.get('scope') === 'scope';
    if (!isKnown || this.signedInUntil <= this.now())
      return json(400, {
        error: 'invalid_grant',
        error_description: 'The refresh token is not valid',
      });
    const access = newToken();
    this.#refresh = newToken();
    this.#access.set(access, this.now().getTime() + 600_000);
    return json(200, {
      token_type: 'Bearer',
      access_token: access,
      expires_in: 600,
      refresh_token: this.#refresh,
      scope: 'scope',
    });
  }

  #minimum(date: string): FakeResponse {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return invalid(400, 'date', 'The date is not valid');
    const amount = this.minimums.findLast(([day]) => day <= date)?.[1];
    return json(200, { minimum_amount: amount ?? 25_000 });
  }

  #approve(body: Record<string, unknown>): FakeResponse {
    const earlier = this.approvals.get(String(body.invoice_id));
    if (earlier) return earlier.told;
    const response = problemOf(body, this.now(), this.unknownNumbers) ?? this.#evaluateMonth(body);
    if (response.status === 200)
      this.approvals.set(String(body.invoice_id), { body, told: response });
    return response;
  }

  #evaluateMonth(body: Record<string, unknown>): FakeResponse {
    if (this.refusedBuyers.has(body.customer_vat_number as number))
      return json(200, {
        ...{ status: 200, confirmation_number: 0, approved: false },
        message: {
          errors: [
            {
              code: 460,
              message: 'The request was not approved',
              param: 'customer_vat_number',
              location: 'approval',
            },
          ],
        },
      });
    // Longer than a double can represent, but still sent as a number.
    const number = `2026${String(randomInt(10 ** 9, 10 ** 12)).padStart(12, '0')}${String(randomInt(10 ** 9)).padStart(9, '0')}`;
    return {
      status: 200,
      body: `{"status":200,"message":"Success","confirmation_number":${number},"approved":true}`,
    };
  }

  #decide(
    decision: 'Continue' | 'Cancel',
    { invoice_id: id, vat_number: seller }: Record<string, unknown>,
  ): FakeResponse {
    const approval = this.approvals.get(String(id));
    if (!approval || approval.body.vat_number !== seller)
      return invalid(404, 'invoice_id', 'The invoice is not known');
    if (this.decisions.has(String(id))) return invalid(462, '', 'A decision was reported already');
    this.decisions.set(String(id), decision);
    return json(200, { status: 200, message: 'Success' });
  }
}

const invalid = (code: number, param: string, message: string): FakeResponse =>
  json(400, { status: 400, message: { errors: [{ code, message, param, location: 'body' }] } });

const integers = [
  'invoice_type',
  'vat_number',
  'customer_vat_number',
  'accounting_software_number',
];
const doubles = [
  'amount_before_discount',
  'discount',
  'payment_amount',
  'vat_amount',
  'payment_amount_including_vat',
];
const cents = (value: unknown): number => Math.round((value as number) * 100);

/** The reason why the document is invalid, or null. */
function problemOf(
  body: Record<string, unknown>,
  now: Date,
  unknownNumbers: ReadonlySet<number>,
): FakeResponse | null {
  const invalidField =
    integers.find((name) => !Number.isInteger(body[name])) ??
    doubles.find((name) => typeof body[name] !== 'number');
  if (invalidField) return invalid(400, invalidField, 'A number is needed');
  if (
    typeof body.invoice_id !== 'string' ||
    body.invoice_id.length === 0 ||
    body.invoice_id.length > 50
  )
    return invalid(400, 'invoice_id', 'An id is needed');
  if (!body.user_name && !body.user_id) return invalid(446, 'user_name', 'The user is missing');
  for (const name of ['vat_number', 'customer_vat_number'])
    if (unknownNumbers.has(body[name] as number))
      return invalid(431, name, 'The VAT number is not valid');
  const issuedAt = Date.parse(String(body.invoice_date));
  if (issuedAt < now.getTime() - 366 * dayMs)
    return invalid(434, 'invoice_date', 'The invoice is older than a year');
  if (issuedAt > now.getTime() + 30 * dayMs)
    return invalid(435, 'invoice_date', 'The invoice is more than 30 days ahead');
  if (cents(body.amount_before_discount) - cents(body.discount) !== cents(body.payment_amount))
    return invalid(400, 'payment_amount', 'The amounts do not add up');
  if (
    cents(body.payment_amount) + cents(body.vat_amount) !==
    cents(body.payment_amount_including_vat)
  )
    return invalid(400, 'payment_amount_including_vat', 'The amounts do not add up');
  const items = body.items as Record<string, number>[];
  const sum = (name: string) => items.reduce((total, item) => total + cents(item[name]), 0);
  if (
    sum('total_amount') !== cents(body.payment_amount) ||
    sum('vat_amount') !== cents(body.vat_amount)
  )
    return invalid(400, 'items', 'The items do not add up');
  return null;
}
