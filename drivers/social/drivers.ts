import type { Ask, VendorAccess } from '../http/port.ts';
import { httpAsk } from './ask.ts';
import { facebook } from './facebook.ts';
import { flavours } from './flavours.ts';
import { github } from './github.ts';
import { OAuth2Driver } from './oauth2.ts';
import { OidcDriver } from './oidc.ts';
import type { ProviderSettings, SocialDriver } from './port.ts';

/** The driver for a provider. */
export const socialDriver = (settings: ProviderSettings, access?: VendorAccess): SocialDriver =>
  driverBy(settings, httpAsk(access));

export function driverBy(settings: ProviderSettings, ask: Ask): SocialDriver {
  if (settings.kind === 'github') return new OAuth2Driver(settings, github, ask);
  if (settings.kind === 'facebook') return new OAuth2Driver(settings, facebook, ask);
  return new OidcDriver(settings, flavours[settings.kind], ask);
}
