import { connect, createServer, type Socket } from 'node:net';
import { createTestDatabase } from '../platform/testing/postgres.ts';

/**
 * A separate database behind a connection that can be cut, which looks to its clients as if
 * PostgreSQL has stopped.
 */
export interface DatabaseLink {
  url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function linkDatabase(): Promise<DatabaseLink> {
  const database = await createTestDatabase();
  const targetUrl = new URL(database.url.replace('@/', '@socket/'));
  const socketFile = `${targetUrl.searchParams.get('host')}/.s.PGSQL.5432`;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(socketFile);
    client.pipe(upstream).pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const dropConnections = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as { port: number };
  const url = `postgresql://${targetUrl.username}:${targetUrl.password}@127.0.0.1:${port}${targetUrl.pathname}`;
  return {
    url,
    cut: dropConnections,
    mend: () => listen(port),
    close: async () => {
      if (server.listening) await dropConnections();
      await database.drop();
    },
  };
}
