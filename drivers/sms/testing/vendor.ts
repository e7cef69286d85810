import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A fake SMS provider: a real HTTP server on a free port that records its requests. */
export class SmsVendor {
  readonly asked: RecordedRequest[] = [];
  /** Returns the response to a request. Accepts all requests by default. */
  answer: (asked: RecordedRequest) => { status: number; body: string } = () => ({
    status: 200,
    body: '{}',
  });
  origin = '';
  #server: Server | null = null;

  static async start(): Promise<SmsVendor> {
    const vendor = new SmsVendor();
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const recorded = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
        vendor.asked.push(recorded);
        const { status, body } = vendor.answer(recorded);
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    vendor.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    vendor.#server = server;
    return vendor;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) =>
      this.#server ? this.#server.close(() => resolve()) : resolve(),
    );
  }
}

/**
 * Simulates Twilio's Messages resource: requires the account's token, rejects invalid numbers, and
 * returns IDs of accepted messages.
 */
export function actLikeTwilio(vendor: SmsVendor, account: { sid: string; token: string }): void {
  const authorization = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString('base64')}`;
  const errorResponse = (status: number, code: number, message: string) => ({
    status,
    body: JSON.stringify({ status, code, message }),
  });
  vendor.answer = ({ method, path, headers, body }) => {
    if (headers.authorization !== authorization) return errorResponse(401, 20003, 'Authenticate');
    if (method !== 'POST' || path !== `/2010-04-01/Accounts/${account.sid}/Messages.json`)
      return errorResponse(404, 20404, 'Not found');
    const form = new URLSearchParams(body);
    if (!/^\+[1-9]\d{6,14}$/.test(form.get('To') ?? ''))
      return errorResponse(400, 21211, "Invalid 'To' Phone Number");
    if (!form.get('From') && !form.get('MessagingServiceSid'))
      return errorResponse(400, 21603, "A 'From' phone number is required");
    return {
      status: 201,
      body: JSON.stringify({ sid: `SM${vendor.asked.length}`, status: 'queued' }),
    };
  };
}
