import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './publicAddress.ts';

/**
 * Looks a name up for the connection itself, so that what was checked is what is connected to. What
 * customers and sites name must not lead into our own network, nor tell what a name resolves to
 * here: a name that doesn't resolve and one with an address that isn't public fail with the same
 * error, of code ENOTFOUND.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const isPublic =
      !error && found.length > 0 && found.every(({ address }) => isPublicAddress(address));
    if (!isPublic) return callback(notFound(hostname), '');
    if (options.all) return callback(null, found);
    const [first] = found as [LookupAddress];
    callback(null, first.address, first.family);
  });
};

const notFound = (hostname: string) =>
  Object.assign(new Error(`${hostname} can't be reached.`), { code: 'ENOTFOUND' });

/**
 * Whether the host of an address (in brackets for IPv6) is an address itself and not a public one.
 */
export function isHiddenLiteral(host: string): boolean {
  const literal = host.replace(/^\[|\]$/g, '');
  return isIP(literal) !== 0 && !isPublicAddress(literal);
}
