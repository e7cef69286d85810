import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface FakeResponse {
  status: number;
  body: string;
  type?: string;
  location?: string;
}

/**
 * How the next request fails: with an error before processing, processed and then disconnected,
 * processed and then an error, with a request to retry later, or processed but with a proxy's page
 * or an empty response.
 */
export type Misbehavior =
  | 'failsBefore'
  | 'dropsAfter'
  | 'failsAfter'
  | 'slowDown'
  | 'answersPage'
  | 'answersNothing';

const invalidAnswers: Partial<Record<Misbehavior, FakeResponse>> = {
  answersPage: {
    status: 200,
    type: 'text/html',
    body: '<!doctype html><title>Please wait</title>',
  },
  answersNothing: { status: 200, body: '{}' },
};

export const json = (status: number, value: unknown): FakeResponse => ({
  status,
  body: JSON.stringify(value),
});

/**
 * A fake payment provider: a real HTTP server on a free port that records its requests and handles
 * repeated keys.
 */
export abstract class PaymentVendor {
  readonly asked: RecordedRequest[] = [];
  origin = '';
  /** The provider's clock. */
  now: () => Date = () => new Date();
  #server: Server | null = null;
  #rude: { path: RegExp; how: Misbehavior }[] = [];
  readonly #answers = new Map<string, { fingerprint: string; told: FakeResponse; at: number }>();

  protected abstract keyHeader: string;
  /** How long it remembers the key of a request to this path, in ms. */
  protected abstract keyMs(path: string): number;
  /** The response to a key that was used for a different request. */
  protected abstract keyReused(): FakeResponse;
  protected abstract failure(status: number): FakeResponse;
  protected abstract answer(request: RecordedRequest): FakeResponse;

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      void readBody(request).then((body) => {
        const recorded = recordedRequestOf(request, this.origin, body);
        this.asked.push(recorded);
        const misbehavior = this.#takeRudeness(recorded);
        const fakeResponse =
          misbehavior === 'failsBefore'
            ? this.failure(500)
            : misbehavior === 'slowDown'
              ? this.failure(429)
              : this.#once(recorded);
        if (misbehavior === 'dropsAfter') return void request.socket.destroy();
        const {
          status,
          body: text,
          type,
          location,
        } = misbehavior === 'failsAfter'
          ? this.failure(500)
          : ((misbehavior && invalidAnswers[misbehavior]) ?? fakeResponse);
        response
          .writeHead(status, {
            'content-type': type ?? 'application/json',
            ...(location ? { location } : {}),
          })
          .end(text);
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

  /** Misbehaves on the next call of this path. */
  rude(path: RegExp, failureMode: Misbehavior): void {
    this.#rude.push({ path, how: failureMode });
  }

  #takeRudeness({ method, url }: RecordedRequest): Misbehavior | null {
    const index = this.#rude.findIndex(({ path }) => path.test(`${method} ${url.pathname}`));
    return index < 0 ? null : (this.#rude.splice(index, 1)[0]?.how ?? null);
  }

  #once(request: RecordedRequest): FakeResponse {
    if (request.url.pathname === '/favicon.ico') return { status: 204, body: '' };
    const key = request.headers[this.keyHeader];
    if (!key || request.method !== 'POST') return this.answer(request);
    const fingerprint = `${request.url.pathname} ${request.body}`;
    const at = this.now().getTime();
    const earlier = this.#answers.get(key);
    if (earlier && at - earlier.at < this.keyMs(request.url.pathname))
      return earlier.fingerprint === fingerprint ? earlier.told : this.keyReused();
    const response = this.answer(request);
    // Unauthorized requests have no effect.
    if (response.status !== 401) this.#answers.set(key, { fingerprint, told: response, at });
    return response;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const recordedRequestOf = (
  request: IncomingMessage,
  origin: string,
  body: string,
): RecordedRequest => ({
  method: request.method ?? '',
  url: new URL(request.url ?? '/', origin),
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  ),
  body,
});

/** The provider's own page, where a payer approves or cancels. */
export const paymentPage = (title: string, amount: string, address: string): FakeResponse => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${amount}</p>
<form method="post" action="${address}"><button name="answer" value="pay">Pay now</button> <button name="answer" value="cancel">Cancel</button></form></main></html>`,
});
