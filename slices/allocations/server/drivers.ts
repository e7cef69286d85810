import type { LookupFunction } from 'node:net';
import { type UserError, userError } from '../../../contract/errors.ts';
import {
  type TaxAuthorityDriver,
  TaxAuthorityFailure,
  type TaxAuthoritySettings,
} from '../../../drivers/taxAuthority/port.ts';
import { describeDriverError } from '../../../drivers/words.ts';
import type { Context } from '../../../server/platform/context.ts';
import { lookupPublic } from '../../../server/platform/outside/publicLookup.ts';
import { type Connection, secretPlace } from './connections.ts';
import { tokenKeeper } from './tokens.ts';

/** Makes the driver of a connection; `lookup` may refuse where a name leads. */
export type TaxAuthorityMaker = (
  settings: TaxAuthoritySettings,
  lookup?: LookupFunction,
) => TaxAuthorityDriver;

declare module '../../../server/platform/context.ts' {
  interface Ports {
    taxAuthority: TaxAuthorityMaker;
  }
}

export function driverOf(
  ctx: Pick<Context, 'db' | 'services' | 'clock'>,
  connection: Connection,
): TaxAuthorityDriver {
  const { companyId, environment, baseAddress, clientId, userName, softwareNumber } = connection;
  const settings: TaxAuthoritySettings = {
    ...{ environment, baseAddress, clientId, userName, softwareNumber },
    clientSecret: ctx.services.secrets.open(connection.clientSecret, secretPlace(companyId)),
    tokens: tokenKeeper(ctx, companyId),
    now: () => ctx.clock.now(),
  };
  // Only root can set another base URL, so it may be in a private network.
  return ctx.services.ports.taxAuthority(settings, baseAddress ? undefined : lookupPublic);
}

/** The error message for the user. Errors that don't come from the authority are rethrown. */
export function refusalOf(error: unknown): UserError {
  if (!(error instanceof TaxAuthorityFailure)) throw error;
  return userError(error.kind === 'away' ? 'taxAuthorityAway' : 'taxAuthorityRefused', {
    problem: describeDriverError(error.message),
  });
}
