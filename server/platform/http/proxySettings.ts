import type { LocalizedText } from '../../../contract/languages.ts';
import type { Config } from '../config.ts';
import { localize } from '../texts/localize.ts';

/** The line that fixes it, with the address of a proxy on the same machine as the example. */
export const trustedProxiesExample = 'CLOUDBERTH_TRUSTED_PROXIES=127.0.0.1';

/**
 * The problem of the proxy settings: with a public URL there is a proxy, and if it isn't trusted,
 * every caller has the proxy's address. Then limits per address, sign-in history, and address rules
 * apply to everyone at once. Null without a problem.
 */
export function proxyWarning({
  publicUrl,
  trustedProxies,
}: Pick<Config, 'publicUrl' | 'trustedProxies'>): LocalizedText | null {
  if (publicUrl === undefined || trustedProxies.length > 0) return null;
  return localize('proxySettings.proxyWarning.cloudberthPublicUrlSet');
}
