import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The baseline of live-events.bench.ts: a minimal server that keeps streams open. */
const server = createServer((request, response) => {
  if (request.url === '/ping') return void response.end('{}');
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('event: open\ndata: {}\n\n');
});
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
