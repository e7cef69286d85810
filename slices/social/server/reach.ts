import type { LookupFunction } from 'node:net';
import { SocialFailure } from '../../../drivers/social/port.ts';
import { isHiddenLiteral, lookupPublic } from '../../../server/platform/outside/publicLookup.ts';

/**
 * Checks every URL requested from a provider, including those it publishes itself: https on the
 * public internet, or a trusted origin (`CLOUDBERTH_SOCIAL_ISSUERS`). Returns the DNS lookup
 * function. Throws `SocialFailure` of kind `addressRefused`.
 */
export function gateOf(
  trustedOrigins: readonly string[],
): (url: URL) => LookupFunction | undefined {
  return (url) => {
    const problem = problemOf(url, trustedOrigins);
    if (problem !== null) throw new SocialFailure('addressRefused', `${url.origin}: ${problem}`);
    return trustedOrigins.includes(url.origin) ? undefined : lookupPublic;
  };
}

/** The problem of a URL. Null when there is none. Does not check where its name resolves to. */
export function problemOf(url: URL, trustedOrigins: readonly string[]): string | null {
  if (url.username || url.password) return 'it carries a name or a password.';
  if (trustedOrigins.includes(url.origin)) return null;
  if (url.protocol !== 'https:') return 'only https is asked.';
  if (url.port !== '') return 'only the usual port of https, 443, is asked.';
  return isHiddenLiteral(url.hostname) ? 'it is not a public address.' : null;
}
