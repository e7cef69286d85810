import type { LookupFunction } from 'node:net';
import type * as z from 'zod';
import type { VendorAccess } from '../../../../drivers/http/port.ts';
import type { MailDriver } from '../../../../drivers/mail/port.ts';
import type { SmsDriver } from '../../../../drivers/sms/port.ts';
import type { mailServerSettings, smsProviderSettings } from '../contract.ts';

export type MailServerSettings = z.output<typeof mailServerSettings>;
export type SmsProviderSettings = z.output<typeof smsProviderSettings>;

/** Creates drivers from a site's connection settings. */
export interface MessageDrivers {
  mail(
    settings: MailServerSettings,
    password: string,
    lookup: LookupFunction | undefined,
  ): MailDriver;
  sms(settings: SmsProviderSettings, secret: string, access: VendorAccess): SmsDriver;
}

declare module '../../../../server/platform/context.ts' {
  interface Ports {
    messages: MessageDrivers;
  }
}
