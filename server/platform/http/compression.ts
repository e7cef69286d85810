import { promisify } from 'node:util';
import { constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const gzipText = promisify(gzip);

/** Shorter texts fit into one packet uncompressed. */
const minLength = 1_400;
/**
 * Up to this length, compressing takes less time than handing the text to another thread and back.
 */
const maxSyncLength = 32_768;

/**
 * The fastest level shrinks a list of 25 rows to a tenth. A higher level costs more CPU than the
 * saved bytes are worth.
 */
const options = { level: constants.Z_BEST_SPEED };

const acceptsGzip = (request: FastifyRequest): boolean =>
  /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(
    String(request.headers['accept-encoding'] ?? ''),
  );

/**
 * Whether another site caused the request. Such responses aren't compressed, because the BREACH
 * attack requires another site to make a browser request, with its cookies, a text in which a
 * secret is next to input of that site. In addition, the session cookie is SameSite, tokens are
 * sent in headers, and secrets are returned only by calls that change something, which aren't
 * compressed.
 */
const isCrossSite = (request: FastifyRequest): boolean => {
  const from = request.headers['sec-fetch-site'];
  return from !== undefined && from !== 'same-origin' && from !== 'none';
};

/** Sends a text, compressed if the client accepts it and compression is worthwhile. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding, sec-fetch-site');
  if (text.length < minLength || !acceptsGzip(request) || isCrossSite(request))
    return reply.send(text);
  const packed =
    text.length <= maxSyncLength ? gzipSync(text, options) : await gzipText(text, options);
  return reply.header('content-encoding', 'gzip').send(packed);
}
