import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPortal, type Portal } from '../../../portal.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { createLog } from '../../log.ts';

let app: TestApp;
let portal: Portal;
let port: number;
beforeAll(async () => {
  app = await startTestApp();
  portal = await openPortal({ ...app.portal.services.config, role: 'api' }, createLog('fatal'), {
    maxConnections: 3,
    idleConnectionMs: 300,
  });
  // Exceeds the buffers of both ends.
  portal.app.get('/large', (_request, reply) => reply.send(Buffer.alloc(50_000_000)));
  port = Number(new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(async () => {
  await portal.close();
  await app.close();
});

const open = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
};
const connections = () =>
  new Promise<number>((resolve) =>
    portal.app.server.getConnections((_error, count) => resolve(count)),
  );

it.each([
  ['asks nothing', ''],
  ['stops in the middle of its request', 'GET /svc/health HTTP/1.1\r\nhost: 127.0'],
])('a connection that %s is closed', async (_case, bytes) => {
  const socket = await open();
  socket.resume().write(bytes);
  await expect.poll(connections).toBe(1);
  await expect.poll(connections).toBe(0);
  socket.destroy();
});

it('a connection that doesn’t read its response is closed', async () => {
  const socket = await open();
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  await expect.poll(connections).toBe(1);
  await expect.poll(connections).toBe(0);
  socket.destroy();
});
