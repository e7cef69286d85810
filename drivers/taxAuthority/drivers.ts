import type { LookupFunction } from 'node:net';
import { httpAsk } from './ask.ts';
import { israelDriver } from './israel.ts';
import type { TaxAuthorityDriver, TaxAuthoritySettings } from './port.ts';

/** The driver of a connection. `lookup` may refuse where a name leads. */
export const taxAuthorityDriver = (
  settings: TaxAuthoritySettings,
  lookup?: LookupFunction,
): TaxAuthorityDriver => israelDriver(settings, httpAsk(lookup));
