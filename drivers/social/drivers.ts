import { type Gate, httpAsk } from './ask.ts';
import { facebook } from './facebook.ts';
import { flavours } from './flavours.ts';
import { github } from './github.ts';
import { OAuth2Driver } from './oauth2.ts';
import { OidcDriver } from './oidc.ts';
import type { Ask, ProviderSettings, SocialDriver } from './port.ts';

/** The driver of a provider. `gate` decides which addresses are asked. */
export const socialDriver = (settings: ProviderSettings, gate: Gate): SocialDriver =>
  driverBy(settings, httpAsk(gate));

export function driverBy(settings: ProviderSettings, ask: Ask): SocialDriver {
  if (settings.kind === 'github') return new OAuth2Driver(settings, github, ask);
  if (settings.kind === 'facebook') return new OAuth2Driver(settings, facebook, ask);
  return new OidcDriver(settings, flavours[settings.kind], ask);
}
