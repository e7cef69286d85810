import type { HttpSend, VendorAccess } from '../http/port.ts';
import { httpAsk } from './ask.ts';
import { facebook } from './facebook.ts';
import { flavours } from './flavours.ts';
import { github } from './github.ts';
import { OAuth2Driver } from './oauth2.ts';
import { OidcDriver } from './oidc.ts';
import type { ProviderSettings, SocialDriver } from './port.ts';

/** The driver for a provider. */
export const socialDriver = (settings: ProviderSettings, access?: VendorAccess): SocialDriver =>
  createDriver(settings, httpAsk(access));

export function createDriver(settings: ProviderSettings, httpSend: HttpSend): SocialDriver {
  if (settings.kind === 'github') return new OAuth2Driver(settings, github, httpSend);
  if (settings.kind === 'facebook') return new OAuth2Driver(settings, facebook, httpSend);
  return new OidcDriver(settings, flavours[settings.kind], httpSend);
}
