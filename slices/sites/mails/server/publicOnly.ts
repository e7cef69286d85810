import { isIP } from 'node:net';
import { userError } from '../../../../contract/errors/errors.ts';
import { isHiddenLiteral } from '../../../../server/platform/outside/publicLookup.ts';
import { localize } from '../texts/localize.ts';

/**
 * Throws `mailServerRefused` for an address given as such that is not public; names are looked at
 * when they are connected to.
 */
export function requirePublic(host: string): void {
  const literal = host.replace(/^\[|\]$/g, '');
  // Anything the resolver could read as a number is an address in disguise: 127.1, 0x7f.1,
  // 2130706433.
  const isDisguised =
    isIP(literal) === 0 && /^(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*\.?$/i.test(literal);
  if (isDisguised || isHiddenLiteral(host))
    throw userError(
      'mailServerRefused',
      {
        address: host,
        problem: localize('publicOnly.problem.isntPublicInternetOnly'),
      },
      'host',
    );
}
