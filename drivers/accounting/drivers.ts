import type { VendorAccess } from '../http/port.ts';
import { createHttpSend } from './createHttpSend.ts';
import { finansitDriver } from './finansit.ts';
import type { AccountingDriver, AccountingSettings } from './port.ts';

/** The driver for a connection. */
export const accountingDriver = (
  settings: AccountingSettings,
  access?: VendorAccess,
): AccountingDriver => finansitDriver(settings, createHttpSend(access));
