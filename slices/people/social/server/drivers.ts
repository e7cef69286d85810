import type { VendorAccess } from '../../../../drivers/http/port.ts';
import type { ProviderSettings, SocialDriver } from '../../../../drivers/social/port.ts';
import type { Services } from '../../../../server/platform/context.ts';
import { lookupFor } from './providerUrls.ts';

/** Creates the driver of a provider. */
export type SocialDriverMaker = (settings: ProviderSettings, access: VendorAccess) => SocialDriver;

declare module '../../../../server/platform/context.ts' {
  interface Ports {
    social: SocialDriverMaker;
  }
}

/** Drivers that have already discovered their provider, by their settings. */
const driverCache = new WeakMap<Services, Map<string, SocialDriver>>();
const maxCachedDrivers = 500;

/** `id` identifies the connection of a site with a provider. */
export function driverFor(
  services: Services,
  id: string,
  settings: ProviderSettings,
): SocialDriver {
  const origins = services.config.socialIssuers ?? [];
  const drivers = driverCache.get(services) ?? new Map<string, SocialDriver>();
  driverCache.set(services, drivers);
  const key = JSON.stringify([id, settings, origins]);
  const cachedDriver = drivers.get(key);
  if (cachedDriver) return cachedDriver;
  const access = services.vendors.access({
    ...{ port: 'social', id, screen: '/socialProviders', secrets: [settings.clientSecret] },
    lookupFor: lookupFor(origins),
  });
  const driver = services.ports.social(settings, access);
  if (drivers.size >= maxCachedDrivers) drivers.clear();
  drivers.set(key, driver);
  return driver;
}
