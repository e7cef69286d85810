import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './publicAddress.ts';

/**
 * Looks a name up for the connection itself, so that what was checked is what is connected to, and fails with the caller's error
 * when any of its addresses is not public: what people give us must not reach into our own network.
 */
export function publicLookup(refusal: (hostname: string, address: string) => Error): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '');
      const hidden = found.find(({ address }) => !isPublicAddress(address));
      if (hidden) return callback(refusal(hostname, hidden.address), '');
      if (options.all) return callback(null, found);
      const [first] = found as [LookupAddress];
      callback(null, first.address, first.family);
    });
  };
}

/** Whether the host of an address (in brackets for IPv6) is an address itself and not a public one. */
export function isHiddenLiteral(host: string): boolean {
  const literal = host.replace(/^\[|\]$/g, '');
  return isIP(literal) !== 0 && !isPublicAddress(literal);
}

/** Nothing that customers or sites name may lead into our own network. Fails with the code EACCES. */
export const lookupPublic = publicLookup((hostname) =>
  Object.assign(new Error(`${hostname} is not on the public internet.`), { code: 'EACCES' }),
);
