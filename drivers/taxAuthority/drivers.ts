import type { VendorAccess } from '../http/port.ts';
import { createHttpSend } from './createHttpSend.ts';
import { israelDriver } from './israel.ts';
import type { TaxAuthorityDriver, TaxAuthoritySettings } from './port.ts';

/** The driver for a connection. */
export const taxAuthorityDriver = (
  settings: TaxAuthoritySettings,
  access?: VendorAccess,
): TaxAuthorityDriver => israelDriver(settings, createHttpSend(access));
