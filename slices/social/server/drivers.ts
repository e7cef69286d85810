import type { LookupFunction } from 'node:net';
import type { ProviderSettings, SocialDriver } from '../../../drivers/social/port.ts';
import type { Services } from '../../../server/platform/context.ts';
import { gateOf } from './reach.ts';

/** Makes the driver of a provider; `gate` looks at every address it asks. */
export type SocialDriverMaker = (
  settings: ProviderSettings,
  gate: (url: URL) => LookupFunction | undefined,
) => SocialDriver;

declare module '../../../server/platform/context.ts' {
  interface Ports {
    social: SocialDriverMaker;
  }
}

/** Drivers that know their provider already, by what they were made from. */
const made = new WeakMap<Services, Map<string, SocialDriver>>();
const mostMade = 500;

export function driverFor(services: Services, settings: ProviderSettings): SocialDriver {
  const origins = services.config.socialIssuers ?? [];
  const known = made.get(services) ?? new Map<string, SocialDriver>();
  made.set(services, known);
  const key = JSON.stringify([settings, origins]);
  const present = known.get(key);
  if (present) return present;
  const driver = services.ports.social(settings, gateOf(origins));
  if (known.size >= mostMade) known.clear();
  known.set(key, driver);
  return driver;
}
