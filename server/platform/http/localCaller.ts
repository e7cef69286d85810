import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Whether a program on this machine makes the call directly: from a loopback address and without a
 * proxy header, whether or not that proxy is trusted.
 */
export const isLocalCaller = (request: FastifyRequest): boolean =>
  isLoopback(request.ip) && !isForwarded(request);

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  headers.forwarded !== undefined ||
  headers['x-forwarded-for'] !== undefined ||
  headers['x-real-ip'] !== undefined;

/** Matches 127.0.0.0/8 and ::1, also as an IPv4-mapped IPv6 address. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}
