import type { LookupFunction } from 'node:net';
import { httpAsk } from './ask.ts';
import { finansitDriver } from './finansit.ts';
import type { AccountingDriver, AccountingSettings } from './port.ts';

/** The driver of a connection. `lookup` may refuse where a name leads. */
export const accountingDriver = (
  settings: AccountingSettings,
  lookup?: LookupFunction,
): AccountingDriver => finansitDriver(settings, httpAsk(lookup));
