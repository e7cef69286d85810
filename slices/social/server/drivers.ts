import type { LookupFunction } from 'node:net';
import type { ProviderSettings, SocialDriver } from '../../../drivers/social/port.ts';
import type { Config } from '../../../server/platform/config.ts';
import { gateOf } from './reach.ts';

/** Makes the driver of a provider; `gate` looks at every address it asks. */
export type SocialDriverMaker = (
  settings: ProviderSettings,
  gate: (url: URL) => LookupFunction | undefined,
) => SocialDriver;

let make: SocialDriverMaker | null = null;

/** Registered once at startup, because slices know only driver interfaces. */
export function registerSocialDriver(maker: SocialDriverMaker): void {
  make = maker;
}

/** Drivers that know their provider already, by what they were made from. */
const made = new Map<string, SocialDriver>();
const mostMade = 500;

export function driverFor(config: Config, settings: ProviderSettings): SocialDriver {
  if (!make) throw new Error('No driver of sign-in providers was registered.');
  const origins = config.socialIssuers ?? [];
  const key = JSON.stringify([settings, origins]);
  const present = made.get(key);
  if (present) return present;
  const driver = make(settings, gateOf(origins));
  if (made.size >= mostMade) made.clear();
  made.set(key, driver);
  return driver;
}
