import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { keyCredentials } from '../../session/key.ts';
import type { SendPage } from '../pages/webPages.ts';

/** Whether a user opened a file's URL in a browser. Errors are then shown on a page. */
export function isOpenedFile(
  { kind, also, speaks }: Endpoint,
  { headers }: FastifyRequest,
): boolean {
  if (
    kind !== 'file' ||
    also === undefined ||
    speaks !== undefined ||
    keyCredentials(headers) !== null
  )
    return false;
  const destination = headers['sec-fetch-dest'];
  return destination === undefined
    ? /\btext\/html\b/.test(headers.accept ?? '')
    : destination === 'document';
}

/**
 * Serves a page instead: at the file's alias path it redirects to the sign-in page and back, or
 * shows the error.
 */
export async function replaceWithPage(
  { also = '' }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  send: SendPage,
): Promise<FastifyReply> {
  if (!request.url.startsWith('/svc/')) return await send(request, reply);
  const query = request.url.indexOf('?');
  return reply.redirect(`${also}${query === -1 ? '' : request.url.slice(query)}`, 303);
}
