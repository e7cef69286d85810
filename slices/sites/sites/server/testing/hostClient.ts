import { request } from 'node:http';
import { ApiClient } from '../../../../../server/apiClient.ts';

/** An HTTP client that connects to the portal under a hostname, as a browser does through DNS. */
export function clientAt(address: string, host: string): ApiClient {
  const { hostname, port } = new URL(address);
  const send = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(String(input));
      const call = request(
        {
          hostname,
          port,
          path: `${pathname}${search}`,
          method: init.method ?? 'GET',
          headers: { ...(init.headers as Record<string, string>), host },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () =>
            resolve(responseOf(answer.statusCode ?? 0, answer.rawHeaders, Buffer.concat(chunks))),
          );
        },
      );
      call.on('error', reject);
      call.end(init.body as string | undefined);
    });
  return new ApiClient(address, send as typeof fetch);
}

function responseOf(status: number, raw: readonly string[], body: Buffer): Response {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2)
    headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  return new Response(status === 204 ? null : new Uint8Array(body), { status, headers });
}
