import { type UserError, userError } from '../../../../../contract/errors/errors.ts';
import type { VendorAccess } from '../../../../../drivers/http/port.ts';
import { describeProblem } from '../../../../../drivers/problem.ts';
import {
  type TaxAuthorityDriver,
  TaxAuthorityFailure,
  type TaxAuthoritySettings,
} from '../../../../../drivers/taxAuthority/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { lookupPublic } from '../../../../../server/platform/vendors/publicLookup.ts';
import { type Connection, secretLocation } from './connections.ts';
import { tokenKeeper } from './tokens.ts';

/** Creates the driver for a connection. */
export type TaxAuthorityFactory = (
  settings: TaxAuthoritySettings,
  access: VendorAccess,
) => TaxAuthorityDriver;

declare module '../../../../../server/platform/context.ts' {
  interface Ports {
    taxAuthority: TaxAuthorityFactory;
  }
}

export function driverOf(
  ctx: Pick<Context, 'db' | 'services' | 'clock'>,
  connection: Connection,
): TaxAuthorityDriver {
  const { companyId, environment, baseAddress, clientId, userName, softwareNumber } = connection;
  const clientSecret = ctx.services.secrets.open(
    connection.clientSecret,
    secretLocation(companyId),
  );
  const settings: TaxAuthoritySettings = {
    ...{ environment, baseAddress, clientId, userName, softwareNumber },
    clientSecret,
    tokens: tokenKeeper(ctx, companyId),
    now: () => ctx.clock.now(),
  };
  const access = ctx.services.vendors.access({
    ...{ port: 'taxAuthority', id: companyId, screen: `/companies/${companyId}/payments` },
    secrets: [clientSecret],
    // Only root can set another base URL, so it may be in a private network.
    lookupFor: baseAddress ? undefined : () => lookupPublic,
  });
  return ctx.services.ports.taxAuthority(settings, access);
}

/**
 * Converts a failure to a user-facing error. Errors that don't come from the authority are
 * rethrown.
 */
export function toUserError(error: unknown): UserError {
  if (!(error instanceof TaxAuthorityFailure)) throw error;
  return userError(error.kind === 'away' ? 'taxAuthorityAway' : 'taxAuthorityRefused', {
    problem: describeProblem(error.problem),
  });
}
