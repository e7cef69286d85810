import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * VIES over HTTP, with the numbers of its test service: the response per number, including numbers
 * that simulate an outage.
 */
export class ViesFake {
  readonly asked: Record<string, string>[] = [];
  /** Valid numbers and their holders. '---' if the country doesn't disclose them. */
  readonly valid = new Map<string, string>([['100', '---']]);
  /** Numbers whose check fails with an error code. */
  readonly failing = new Map<string, string>([
    ['201', 'INVALID_INPUT'],
    ['300', 'SERVICE_UNAVAILABLE'],
    ['301', 'MS_UNAVAILABLE'],
    ['302', 'TIMEOUT'],
    ['400', 'VAT_BLOCKED'],
    ['401', 'IP_BLOCKED'],
    ['600', 'MS_MAX_CONCURRENT_REQ'],
  ]);
  origin = '';
  #server: Server | null = null;

  async start(): Promise<this> {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const { status, said } = this.#answer(request.method ?? '', request.url ?? '', body);
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(said));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/taxation_customs/vies/rest-api`;
    return this;
  }

  #answer(method: string, path: string, body: string): { status: number; said: object } {
    if (method !== 'POST' || path !== '/taxation_customs/vies/rest-api/check-vat-number')
      return { status: 404, said: {} };
    const request = JSON.parse(body) as Record<string, string>;
    this.asked.push(request);
    const { countryCode = '', vatNumber = '', requesterNumber } = request;
    const problem = this.failing.get(vatNumber);
    if (problem)
      return {
        status: problem === 'INVALID_INPUT' ? 400 : 500,
        said: { actionSucceed: false, errorWrappers: [{ error: problem }] },
      };
    const name = this.valid.get(vatNumber);
    const requestIdentifier = requesterNumber ? `WAPI${this.asked.length}` : '';
    const isValid = name !== undefined;
    return {
      status: 200,
      said: {
        countryCode,
        vatNumber,
        requestDate: '2026-03-01T10:00:00.000Z',
        valid: isValid,
        requestIdentifier,
        name: name ?? '---',
      },
    };
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) =>
      this.#server ? this.#server.close(() => resolve()) : resolve(),
    );
  }
}
