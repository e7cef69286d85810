import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface Told {
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
export type Rudeness =
  | 'failsBefore'
  | 'dropsAfter'
  | 'failsAfter'
  | 'slowDown'
  | 'answersPage'
  | 'answersNothing';

const nonsense: Partial<Record<Rudeness, Told>> = {
  answersPage: {
    status: 200,
    type: 'text/html',
    body: '<!doctype html><title>Please wait</title>',
  },
  answersNothing: { status: 200, body: '{}' },
};

export const json = (status: number, value: unknown): Told => ({
  status,
  body: JSON.stringify(value),
});

/**
 * A fake payment provider: a real HTTP server on a free port that records its requests and handles
 * repeated keys.
 */
export abstract class PaymentVendor {
  readonly asked: Asked[] = [];
  origin = '';
  /** The provider's clock. */
  now: () => Date = () => new Date();
  #server: Server | null = null;
  #rude: { path: RegExp; how: Rudeness }[] = [];
  readonly #answers = new Map<string, { fingerprint: string; told: Told; at: number }>();

  protected abstract keyHeader: string;
  /** How long it remembers the key of a request to this path, in ms. */
  protected abstract keyMs(path: string): number;
  /** The response to a key that was used for a different request. */
  protected abstract keyReused(): Told;
  protected abstract failure(status: number): Told;
  protected abstract answer(asked: Asked): Told;

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      void readBody(request).then((body) => {
        const asked = askedOf(request, this.origin, body);
        this.asked.push(asked);
        const rude = this.#takeRudeness(asked);
        const told =
          rude === 'failsBefore'
            ? this.failure(500)
            : rude === 'slowDown'
              ? this.failure(429)
              : this.#once(asked);
        if (rude === 'dropsAfter') return void request.socket.destroy();
        const {
          status,
          body: text,
          type,
          location,
        } = rude === 'failsAfter' ? this.failure(500) : ((rude && nonsense[rude]) ?? told);
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
  rude(path: RegExp, how: Rudeness): void {
    this.#rude.push({ path, how });
  }

  #takeRudeness({ method, url }: Asked): Rudeness | null {
    const at = this.#rude.findIndex(({ path }) => path.test(`${method} ${url.pathname}`));
    return at < 0 ? null : (this.#rude.splice(at, 1)[0]?.how ?? null);
  }

  #once(asked: Asked): Told {
    if (asked.url.pathname === '/favicon.ico') return { status: 204, body: '' };
    const key = asked.headers[this.keyHeader];
    if (!key || asked.method !== 'POST') return this.answer(asked);
    const fingerprint = `${asked.url.pathname} ${asked.body}`;
    const at = this.now().getTime();
    const earlier = this.#answers.get(key);
    if (earlier && at - earlier.at < this.keyMs(asked.url.pathname))
      return earlier.fingerprint === fingerprint ? earlier.told : this.keyReused();
    const told = this.answer(asked);
    // Unauthorized requests have no effect.
    if (told.status !== 401) this.#answers.set(key, { fingerprint, told, at });
    return told;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
}

const askedOf = (request: IncomingMessage, origin: string, body: string): Asked => ({
  method: request.method ?? '',
  url: new URL(request.url ?? '/', origin),
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  ),
  body,
});

/** The provider's own page, where a payer approves or cancels. */
export const payPage = (title: string, amount: string, address: string): Told => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${amount}</p>
<form method="post" action="${address}"><button name="answer" value="pay">Pay now</button> <button name="answer" value="cancel">Cancel</button></form></main></html>`,
});
