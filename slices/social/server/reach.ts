import type { LookupFunction } from 'node:net';
import { SocialFailure } from '../../../drivers/social/port.ts';
import { isHiddenLiteral, lookupPublic } from '../../../server/platform/outside/publicLookup.ts';

/**
 * Looks at every address a provider is asked at, also at those it names itself: https on the public internet, or an origin the portal
 * was told to trust (`CLOUDBERTH_SOCIAL_ISSUERS`). Gives how the name is looked up. Throws `SocialFailure` of kind `addressRefused`.
 */
export function gateOf(trustedOrigins: readonly string[]): (url: URL) => LookupFunction | undefined {
  return (url) => {
    const problem = problemOf(url, trustedOrigins);
    if (problem !== null) throw new SocialFailure('addressRefused', `${url.origin}: ${problem}`);
    return trustedOrigins.includes(url.origin) ? undefined : lookupPublic;
  };
}

/** What is wrong with an address; null when nothing is. Says nothing yet of where its name leads. */
export function problemOf(url: URL, trustedOrigins: readonly string[]): string | null {
  if (url.username || url.password) return 'it carries a name or a password.';
  if (trustedOrigins.includes(url.origin)) return null;
  if (url.protocol !== 'https:') return 'only https is asked.';
  if (url.port !== '') return 'only the usual port of https, 443, is asked.';
  return isHiddenLiteral(url.hostname) ? 'it is not a public address.' : null;
}
