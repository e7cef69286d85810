import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Whether a program on this machine makes a call for itself: from a loopback address, and not
 * passed on by a proxy, which says so whether or not it is trusted.
 */
export const isLocalCaller = (request: FastifyRequest): boolean =>
  isLoopback(request.ip) && !isForwarded(request);

const isForwarded = ({ headers }: FastifyRequest): boolean =>
  headers.forwarded !== undefined ||
  headers['x-forwarded-for'] !== undefined ||
  headers['x-real-ip'] !== undefined;

/** 127.0.0.0/8 and ::1, also written as an IPv4 address mapped into IPv6. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}
