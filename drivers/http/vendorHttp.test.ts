import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DriverError, type Problem } from '../problem.ts';
import type { Exchange, VendorAccess, VendorRequest } from './port.ts';
import { vendorHttp } from './vendorHttp.ts';

class Failure extends DriverError {}

let server: Server;
let address: string;
/**
 * The responses to the next requests, where 'cut' closes the connection. Later requests return 200.
 */
let answers: (number | 'cut')[];
let requests: number;

beforeEach(async () => {
  answers = [];
  requests = 0;
  server = createServer((request, response) => {
    requests += 1;
    const answer = answers.shift() ?? 200;
    if (answer === 'cut') return void request.socket.destroy();
    response.writeHead(answer, answer === 429 ? { 'retry-after': '3600' } : {}).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const limits = { timeoutMs: 5_000, maxAnswerBytes: 1_000, perSecond: 100 };
const fail = (problem: Problem, cause: unknown) => new Failure(problem, { cause });
const httpSend = (request: Partial<VendorRequest> = {}, access: VendorAccess = {}) =>
  vendorHttp(
    { ...limits, fail },
    access,
  )({
    ...{ method: 'GET', address, headers: {}, body: null },
    ...request,
  });

describe('a request to a vendor', () => {
  it.each(['cut', 502, 503, 504] as const)(
    'is repeated after %s if it only reads',
    async (failure) => {
      answers = [failure, failure];
      expect((await httpSend()).status).toBe(200);
      expect(requests).toBe(3);
    },
  );

  it('isn’t repeated more than twice', async () => {
    answers = [503, 503, 503, 200];
    expect((await httpSend()).status).toBe(503);
    expect(requests).toBe(3);
  });

  it.each(['cut', 503] as const)(
    'that changes something isn’t repeated after %s',
    async (failure) => {
      answers = [failure];
      const pendingAnswer = httpSend({ method: 'POST', body: '{}' });
      if (failure === 'cut') await expect(pendingAnswer).rejects.toBeInstanceOf(Failure);
      else expect((await pendingAnswer).status).toBe(503);
      expect(requests).toBe(1);
    },
  );

  it('that changes something is repeated if it is declared repeatable', async () => {
    answers = ['cut'];
    expect((await httpSend({ method: 'POST', body: '{}', isRepeatable: true })).status).toBe(200);
  });

  it('isn’t repeated earlier than the vendor allows', async () => {
    answers = [429];
    expect((await httpSend()).status).toBe(429);
    expect(requests).toBe(1);
  });

  it('fails as its port declares when the connection is refused', async () => {
    server.close();
    await expect(httpSend()).rejects.toMatchObject({
      problem: { code: 'unreachable', because: { code: 'connectionRefused' } },
    });
  });

  it('fails with the error of its hostname lookup, without being sent or recorded', async () => {
    const exchanges: Exchange[] = [];
    const lookupFailure = new Failure({ code: 'urlNotHttps', values: { address } });
    const access: VendorAccess = {
      lookupFor: () => {
        throw lookupFailure;
      },
      record: (exchange) => exchanges.push(exchange),
    };
    await expect(httpSend({}, access)).rejects.toBe(lookupFailure);
    expect([requests, exchanges]).toEqual([0, []]);
  });

  it('is recorded with its response, or with the reason why none arrived', async () => {
    const exchanges: Exchange[] = [];
    const access: VendorAccess = { record: (exchange) => exchanges.push(exchange) };
    await httpSend({}, access);
    answers = ['cut'];
    await httpSend({ method: 'POST', body: 'a=b' }, access).catch(() => undefined);
    expect(exchanges).toMatchObject([
      { request: { method: 'GET' }, response: { status: 200, text: '{}' }, problem: null },
      {
        request: { method: 'POST', body: 'a=b' },
        response: null,
        problem: { code: 'unreachable', because: { code: 'connectionReset' } },
      },
    ]);
  });

  it('waits for the rate limit', async () => {
    const enteredHosts: [string, number][] = [];
    await httpSend(
      {},
      { enter: async (host, perSecond) => void enteredHosts.push([host, perSecond]) },
    );
    expect(enteredHosts).toEqual([[new URL(address).host, 100]]);
  });
});
