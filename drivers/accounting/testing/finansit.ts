import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface FakeResponse {
  status: number;
  body: string;
  location?: string;
}

/**
 * How the service misbehaves once: fails before processing, processes and drops the connection,
 * processes and responds with an error, asks to be called later, responds with nonsense, or
 * redirects.
 */
export type Misbehavior =
  | 'failsBefore'
  | 'dropsAfter'
  | 'failsAfter'
  | 'slowDown'
  | 'nonsense'
  | 'sendsElsewhere';

const json = (status: number, value: unknown): FakeResponse => ({
  status,
  body: JSON.stringify(value),
});
const errorResponse = (status: number, code: string, text: string): FakeResponse =>
  json(status, { code, text });

/** Maximum difference between a signature's time and the service's clock. s */
const toleranceSeconds = 300;

/**
 * A fake accounting service: a real HTTP server on a free port that stores each document once and
 * authenticates every call.
 */
export class FinansitFake {
  readonly asked: RecordedRequest[] = [];
  /** The accepted documents, by key. */
  readonly documents = new Map<string, { payload: string; reference: string }>();
  secret = 'canary-accounting-secret';
  signingSecret = 'canary-accounting-signing';
  /** The rejection for new documents. Null accepts all. */
  refusal: { code: string; text: string } | null = null;
  now: () => Date = () => new Date();
  origin = '';
  #port = 0;
  #server: Server | null = null;
  #rude: Misbehavior[] = [];

  /** The URL for a company's documents. */
  get address(): string {
    return `${this.origin}/documents`;
  }

  /** Starts on the same port as before, if there was one. */
  async start(): Promise<this> {
    const server = createServer((request, response) => {
      void readBody(request).then((body) => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const recorded = { method: request.method ?? '', headers, body };
        this.asked.push(recorded);
        const misbehavior = this.#rude.shift();
        const fakeResponse =
          this.#toldBeforehand(misbehavior) ?? this.#answer(request.url ?? '', recorded);
        if (misbehavior === 'dropsAfter') return void request.socket.destroy();
        const {
          status,
          body: text,
          location,
        } = misbehavior === 'failsAfter' ? errorResponse(500, '', '') : fakeResponse;
        response
          .writeHead(status, {
            'content-type': 'application/json',
            ...(location ? { location } : {}),
          })
          .end(text);
      });
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.origin = `http://127.0.0.1:${this.#port}`;
    this.#server = server;
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) =>
      this.#server ? this.#server.close(() => resolve()) : resolve(),
    );
  }

  /** All documents received, accepted or not. */
  get handed(): RecordedRequest[] {
    return this.asked.filter(({ method }) => method === 'POST');
  }

  /** Misbehaves on the next calls, in this order. */
  rude(...failureModes: Misbehavior[]): void {
    this.#rude.push(...failureModes);
  }

  #toldBeforehand(misbehavior: Misbehavior | undefined): FakeResponse | null {
    if (misbehavior === 'failsBefore') return errorResponse(503, '', '');
    if (misbehavior === 'slowDown') return errorResponse(429, '', 'Slow down');
    if (misbehavior === 'nonsense') return { status: 200, body: '<html>Welcome</html>' };
    if (misbehavior === 'sendsElsewhere')
      return { status: 302, body: '', location: `${this.origin}/elsewhere` };
    return null;
  }

  #answer(path: string, request: RecordedRequest): FakeResponse {
    if (path !== '/documents') return { status: 404, body: 'Not found' };
    const { method, headers, body } = request;
    if (headers.authorization !== `Bearer ${this.secret}`)
      return errorResponse(401, 'AUTH', `The token ${headers.authorization} is not known.`);
    if (method === 'GET') return json(200, { code: 0, text: 'Ready' });
    const key = headers['idempotency-key'] ?? '';
    if (!this.#isSigned(key, request))
      return errorResponse(403, 'SIGNATURE', 'The signature is wrong.');
    const earlier = this.documents.get(key);
    if (earlier && earlier.payload !== body)
      return errorResponse(422, 'KEY_REUSED', 'Another document came with this key.');
    if (!earlier && this.refusal) return errorResponse(422, this.refusal.code, this.refusal.text);
    const { idempotencyKey, documentNumber } = JSON.parse(body) as {
      idempotencyKey?: unknown;
      documentNumber?: unknown;
    };
    if (idempotencyKey !== key || !documentNumber)
      return errorResponse(422, 'INCOMPLETE', 'The document has no number, or another key.');
    const { reference } = earlier ?? { reference: `FIN-${randomUUID().slice(0, 8)}` };
    this.documents.set(key, { payload: body, reference });
    return json(201, {
      code: 0,
      text: `Taken: ${String(documentNumber)}`,
      documentId: reference,
      link: `${this.origin}/seen/${reference}`,
    });
  }

  #isSigned(key: string, { headers, body }: RecordedRequest): boolean {
    const [, at = '', signature = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers.signature ?? '') ?? [];
    if (Math.abs(this.now().getTime() / 1000 - Number(at)) > toleranceSeconds) return false;
    return (
      signature ===
      createHmac('sha256', this.signingSecret).update(`${at}.${key}.${body}`).digest('hex')
    );
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
