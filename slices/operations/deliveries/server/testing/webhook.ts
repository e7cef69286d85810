import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vendorProblem } from '../../../../../drivers/problem.ts';
import { defineOutbound, outboundType } from '../../../../../server/platform/outbound/outbound.ts';
import {
  failureKindOfStatus,
  OutboundFailure,
} from '../../../../../server/platform/outbound/outboundFailure.ts';
import { parseRetryAfter } from '../../../../../server/platform/outbound/retryPolicy.ts';
import { defineSlice } from '../../../../../server/platform/slice.ts';

/** A secret that must not appear on any screen. */
export const canary = 'CANARY-51c0ffee';

export const webhookType = outboundType<{ url: string; body: string; token: string }>(
  'test.webhook',
);

const rejectedMessage = {
  en: 'The receiver refused.',
  he: 'הנמען סירב.',
  ar: 'The receiver refused.',
};
const unreachable = {
  en: 'The receiver can’t be reached.',
  he: 'לא ניתן להתחבר לנמען.',
  ar: 'The receiver can’t be reached.',
};

/** Sends the body of the job to its URL in a POST request. */
export const webhooks = defineOutbound({
  type: webhookType,
  title: { en: 'Test webhook', he: 'וובהוק לבדיקה', ar: 'Test webhook' },
  retry: { pausesMs: [10_000, 60_000], maxAttempts: 4, limitMs: 3_600_000 },
  breaker: { failures: 3, restMs: 30_000, maxRestMs: 120_000 },
  leaseMs: 60_000,
  parallel: 2,
  async destination(_ctx, { url }) {
    if (url === '') return null;
    const { host, origin } = new URL(url);
    return { key: origin, title: host, route: url };
  },
  async send(ctx, { body, token }, { route, idempotencyKey }) {
    const answer = await fetch(route, {
      method: 'POST',
      headers: { 'idempotency-key': idempotencyKey, authorization: `Bearer ${token}` },
      body,
    }).catch((error: unknown) => {
      throw new OutboundFailure('unavailable', unreachable, { cause: error });
    });
    const detail = await answer.text();
    if (answer.ok) return {};
    const retryAfterMs = parseRetryAfter(answer.headers.get('retry-after'), ctx.clock.now());
    throw new OutboundFailure(failureKindOfStatus(answer.status), rejectedMessage, {
      problem: vendorProblem(detail),
      retryAfterMs,
    });
  },
  display: async (_ctx, { body }) => [
    { title: { en: 'Body', he: 'גוף', ar: 'Body' }, value: body },
  ],
});

export const withWebhooks = defineSlice({ name: 'test', outbound: [webhooks] });

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Returns the response to a request, immediately or later. */
  answer: (body: string) => Promise<Reply> | Reply;
  stop(): Promise<void>;
}

interface Reply {
  status: number;
  headers?: Record<string, string>;
  text?: string;
}

/** Starts a real HTTP server that records its requests. */
export async function startReceiver(): Promise<Receiver> {
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    receiver.received.push({ headers: request.headers, body });
    const { status, headers = {}, text = '' } = await receiver.answer(body);
    response.writeHead(status, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: () => ({ status: 200 }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
