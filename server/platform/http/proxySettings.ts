import type { LocalizedText } from '../../../contract/languages.ts';
import type { Config } from '../config.ts';
import { localize } from '../texts/localize.ts';

/** The line that fixes it, with the address of a proxy on the same machine as the example. */
export const trustedProxiesExample = 'CLOUDBERTH_TRUSTED_PROXIES=127.0.0.1';

/**
 * What is wrong with how the portal is reached: with a public URL there is a proxy, and a proxy
 * that isn't trusted makes every caller look like the proxy. Then limits per address, sign-in
 * history and address rules apply to everyone at once. Null when nothing is wrong.
 */
export function proxyWarning({
  publicUrl,
  trustedProxies,
}: Pick<Config, 'publicUrl' | 'trustedProxies'>): LocalizedText | null {
  if (publicUrl === undefined || trustedProxies.length > 0) return null;
  return localize('proxySettings.proxyWarning.cloudberthPublicUrlSet');
}
