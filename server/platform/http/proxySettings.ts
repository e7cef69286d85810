import type { LocalizedText } from '../../../contract/languages.ts';
import type { Config } from '../config.ts';
import { localize } from '../texts/localize.ts';

/** The setting that fixes it, using the address of a proxy on the same machine as an example. */
export const trustedProxiesExample = 'CLOUDBERTH_TRUSTED_PROXIES=127.0.0.1';

/**
 * The problem with the proxy settings, or null. A public URL implies a proxy. If the proxy isn't
 * trusted, every caller appears with the proxy's address, so limits per address, sign-in history,
 * and address rules apply to everyone at once.
 */
export function proxyWarning({
  publicUrl,
  trustedProxies,
}: Pick<Config, 'publicUrl' | 'trustedProxies'>): LocalizedText | null {
  if (publicUrl === undefined || trustedProxies.length > 0) return null;
  return localize('proxySettings.proxyWarning.cloudberthPublicUrlSet');
}
