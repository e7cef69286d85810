import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { closePromptly } from './closePromptly.ts';

const promptMs = 1_500;
const limitMs = 3_000;

/**
 * A server with the portal's connection settings, whose response is sent when `answer` is called.
 */
async function serve(): Promise<{
  app: FastifyInstance;
  answer(): void;
  reach(): Promise<{ socket: Socket; said(): string }>;
}> {
  const app = fastify({
    keepAliveTimeout: 60_000,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
  });
  closePromptly(app, limitMs);
  let answer = (): void => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  app.get('/now', async () => 'immediately');
  app.get('/later', async () => {
    await released;
    return 'in the end';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const connectToApp = async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('error', () => {});
    await once(socket, 'connect');
    return { socket, said: () => received };
  };
  return { app, answer: () => answer(), reach: connectToApp };
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;
const msOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

it('closes immediately even with idle connections, incomplete requests, or finished requests', async () => {
  const { app, reach } = await serve();
  await reach();
  (await reach()).socket.write('GET /now HTTP/1.1\r\nhost:');
  const third = await reach();
  third.socket.write(get('/now'));
  await expect.poll(third.said).toContain('immediately');
  expect(await msOf(() => app.close())).toBeLessThan(promptMs);
});

it('lets pending responses complete, and then closes their connections', async () => {
  const { app, answer, reach } = await serve();
  const { socket, said } = await reach();
  socket.write(get('/later'));
  await new Promise((done) => setTimeout(done, 100));
  const socketClosed = once(socket, 'close');
  setTimeout(answer, 500);
  const elapsedMs = await msOf(() => app.close());
  expect(elapsedMs).toBeGreaterThan(400);
  expect(elapsedMs).toBeLessThan(promptMs);
  await socketClosed;
  expect(said()).toContain('in the end');
});

it('waits for a pending response only up to the limit', async () => {
  const { app, answer, reach } = await serve();
  (await reach()).socket.write(get('/later'));
  await new Promise((done) => setTimeout(done, 100));
  setTimeout(answer, limitMs + 200);
  const elapsedMs = await msOf(() => app.close());
  expect(elapsedMs).toBeGreaterThan(limitMs - 200);
  expect(elapsedMs).toBeLessThan(limitMs + promptMs);
});
