import type { LookupFunction } from 'node:net';
import { type Problem, problem } from '../../../../drivers/problem.ts';
import { SocialFailure } from '../../../../drivers/social/port.ts';
import { isHiddenLiteral, lookupPublic } from '../../../../server/platform/vendors/publicLookup.ts';

/**
 * Checks every URL requested from a provider, including those it publishes itself: https on the
 * public internet, or a trusted origin (`CLOUDBERTH_SOCIAL_ISSUERS`). Returns the DNS lookup
 * function. Throws `SocialFailure` of kind `addressRefused`.
 */
export function lookupFor(
  trustedOrigins: readonly string[],
): (url: URL) => LookupFunction | undefined {
  return (url) => {
    const found = problemOf(url, trustedOrigins);
    if (found) throw new SocialFailure('addressRefused', found);
    return trustedOrigins.includes(url.origin) ? undefined : lookupPublic;
  };
}

/**
 * The problem of a URL. Null if there is none. Doesn't check which IP addresses its hostname
 * resolves to.
 */
export function problemOf(url: URL, trustedOrigins: readonly string[]): Problem | null {
  const address = url.origin;
  if (url.username || url.password) return problem('urlCredentials', { address });
  if (trustedOrigins.includes(url.origin)) return null;
  if (url.protocol !== 'https:') return problem('urlNotHttps', { address });
  if (url.port !== '') return problem('urlPort', { address });
  return isHiddenLiteral(url.hostname) ? problem('urlNotPublic', { address }) : null;
}
