import { isIP } from 'node:net';
import { userError } from '../../../../contract/errors/errors.ts';
import { isHiddenLiteral } from '../../../../server/platform/vendors/publicLookup.ts';
import { localize } from '../texts/localize.ts';

/**
 * Throws `mailServerRefused` if the host is a literal IP address that isn't public. Hostnames are
 * checked when the connection is made.
 */
export function requirePublic(host: string): void {
  const literal = host.replace(/^\[|\]$/g, '');
  // The resolver can read a number as an address: 127.1, 0x7f.1, 2130706433.
  const isObfuscatedIp =
    isIP(literal) === 0 && /^(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*\.?$/i.test(literal);
  if (isObfuscatedIp || isHiddenLiteral(host))
    throw userError(
      'mailServerRefused',
      {
        address: host,
        problem: localize('publicOnly.problem.isntPublicInternetOnly'),
      },
      'host',
    );
}
