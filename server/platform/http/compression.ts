import { promisify } from 'node:util';
import { constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const gzipText = promisify(gzip);

/** Shorter texts fit into one packet anyway. */
const leastLength = 1_400;
/** Compressing up to this length takes less time than handing it to another thread and back. */
const longestAtOnce = 32_768;

/**
 * A list of 25 rows shrinks to a tenth at the fastest level; a higher one costs more CPU than it
 * saves bytes.
 */
const options = { level: constants.Z_BEST_SPEED };

const accepts = (request: FastifyRequest): boolean =>
  /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(
    String(request.headers['accept-encoding'] ?? ''),
  );

/**
 * BREACH needs another site that makes a browser request, with its cookies, a text in which a
 * secret is next to input of that site. Responses to requests caused by other sites are therefore
 * not compressed. In addition, the session cookie is SameSite, tokens are sent in headers, and
 * secrets are returned only by calls that change something, which are not compressed.
 */
const isOfAnotherSite = (request: FastifyRequest): boolean => {
  const from = request.headers['sec-fetch-site'];
  return from !== undefined && from !== 'same-origin' && from !== 'none';
};

/** Sends a text, compressed if the client accepts it and it is worthwhile. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding, sec-fetch-site');
  if (text.length < leastLength || !accepts(request) || isOfAnotherSite(request))
    return reply.send(text);
  const packed =
    text.length <= longestAtOnce ? gzipSync(text, options) : await gzipText(text, options);
  return reply.header('content-encoding', 'gzip').send(packed);
}
