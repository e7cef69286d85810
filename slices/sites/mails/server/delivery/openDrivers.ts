import type { MailDriver } from '../../../../../drivers/mail/port.ts';
import type { SmsDriver } from '../../../../../drivers/sms/port.ts';
import type { Ports, Services } from '../../../../../server/platform/context.ts';
import { lookupPublic } from '../../../../../server/platform/vendors/publicLookup.ts';
import type { Vendors } from '../../../../../server/platform/vendors/vendors.ts';
import type { Connection } from '../connections.ts';
import type { MailServerSettings, SmsProviderSettings } from '../drivers.ts';

/**
 * The drivers of the sites' connections. Each is opened once, and reopened when its connection
 * changes.
 */
class OpenDrivers {
  readonly #ports: Ports;
  readonly #vendors: Vendors;
  readonly #mail = new Map<string, { version: string; driver: MailDriver }>();

  constructor({ ports, vendors }: Pick<Services, 'ports' | 'vendors'>) {
    this.#ports = ports;
    this.#vendors = vendors;
  }

  mail(connection: Connection<MailServerSettings>): MailDriver {
    const open = this.#mail.get(connection.siteId);
    if (open?.version === connection.version) return open.driver;
    open?.driver.close();
    const driver = openMailDriver(this.#ports, connection);
    this.#mail.set(connection.siteId, { version: connection.version, driver });
    return driver;
  }

  /** SMS drivers have no open connections, so there is nothing to close. */
  sms(connection: Connection<SmsProviderSettings>): SmsDriver {
    const { settings, siteId } = connection;
    const secret = connection.openSecret();
    const lookup = lookupOf(connection);
    const access = this.#vendors.access({
      ...{ port: 'sms', id: siteId, screen: '/mails/settings', secrets: [secret], isPrivate: true },
      lookupFor: () => lookup,
    });
    return this.#ports.messages.sms(settings, secret, access);
  }

  close(): void {
    for (const { driver } of this.#mail.values()) driver.close();
    this.#mail.clear();
  }
}

const open = new WeakMap<Services, OpenDrivers>();

/** Returns the drivers of this portal. */
export function openDriversOf(services: Services): OpenDrivers {
  const drivers = open.get(services) ?? new OpenDrivers(services);
  open.set(services, drivers);
  return drivers;
}

export const openMailDriver = (
  { messages }: Ports,
  connection: Connection<MailServerSettings>,
): MailDriver => messages.mail(connection.settings, connection.openSecret(), lookupOf(connection));

const lookupOf = (connection: Connection<unknown>) =>
  connection.isTrusted ? undefined : lookupPublic;
