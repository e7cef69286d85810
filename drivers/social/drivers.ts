import type { HttpSend, VendorAccess } from '../http/port.ts';
import { createHttpSend } from './createHttpSend.ts';
import { facebook } from './facebook.ts';
import { flavors } from './flavors.ts';
import { github } from './github.ts';
import { OAuth2Driver } from './oauth2.ts';
import { OidcDriver } from './oidc.ts';
import type { ProviderSettings, SocialDriver } from './port.ts';

/** The driver for a provider. */
export const socialDriver = (settings: ProviderSettings, access?: VendorAccess): SocialDriver =>
  createDriver(settings, createHttpSend(access));

export function createDriver(settings: ProviderSettings, httpSend: HttpSend): SocialDriver {
  if (settings.kind === 'github') return new OAuth2Driver(settings, github, httpSend);
  if (settings.kind === 'facebook') return new OAuth2Driver(settings, facebook, httpSend);
  return new OidcDriver(settings, flavors[settings.kind], httpSend);
}
