import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './publicAddress.ts';

/**
 * Resolves a hostname for the connection itself, so that the connection uses exactly the addresses
 * that were checked. Hostnames entered by customers and sites must not provide access to our own
 * network or reveal how names resolve here. A name that doesn't resolve and a name with an address
 * that isn't public fail with the same error, with code ENOTFOUND.
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

/** Whether the host of a URL (in brackets for IPv6) is itself an IP address that isn't public. */
export function isHiddenLiteral(host: string): boolean {
  const literal = host.replace(/^\[|\]$/g, '');
  return isIP(literal) !== 0 && !isPublicAddress(literal);
}
