import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time limit for pending responses when the portal closes, in ms. */
const answerLimitMs = 10_000;

/**
 * Closes the server as soon as all responses are sent. On its own, the server would wait for a
 * connection whose response ends after closing began until the keep-alive time (a minute) has
 * passed, and for a connection without requests as long as the client keeps it open.
 */
export function closePromptly(app: FastifyInstance, limitMs = answerLimitMs): void {
  /** The number of pending responses on each connection. */
  const connections = new Map<Socket, number>();
  /** Upgraded connections use another protocol and are closed by its handler. */
  const upgraded = new WeakSet<object>();
  let isClosing = false;
  const endIfIdle = (socket: Socket): void => {
    if (connections.get(socket) === 0 && !upgraded.has(socket)) socket.destroySoon();
  };
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    connections.set(socket, 0);
    socket.once('close', () => connections.delete(socket));
  });
  app.server.on('upgrade', (_request: IncomingMessage, socket: Socket) => upgraded.add(socket));
  app.server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const count = (more: number) =>
      connections.has(socket) && connections.set(socket, (connections.get(socket) ?? 0) + more);
    count(1);
    answer.once('close', () => {
      count(-1);
      if (isClosing) endIfIdle(socket);
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of connections.keys()) endIfIdle(socket);
    const deadlineTimer = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy();
    }, limitMs);
    app.server.once('close', () => clearTimeout(deadlineTimer));
  });
}
