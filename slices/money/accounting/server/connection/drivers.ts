import { type UserError, userError } from '../../../../../contract/errors/errors.ts';
import {
  type AccountingDriver,
  AccountingFailure,
  type AccountingSettings,
} from '../../../../../drivers/accounting/port.ts';
import type { VendorAccess } from '../../../../../drivers/http/port.ts';
import { describeProblem, problem, sentence } from '../../../../../drivers/problem.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { readSetting } from '../../../../../server/platform/settings/settings.ts';
import { addressProblem, lookupFor, trustedOrigins } from './addresses.ts';
import { type Connection, openSecrets } from './connections.ts';

/** Creates the driver for a connection. */
export type AccountingDriverMaker = (
  settings: AccountingSettings,
  access: VendorAccess,
) => AccountingDriver;

declare module '../../../../../server/platform/context.ts' {
  interface Ports {
    accounting: AccountingDriverMaker;
  }
}

/** Throws `AccountingFailure` of kind `address` if the address is no longer allowed. */
export async function driverOf(
  ctx: Pick<Context, 'db' | 'site' | 'services' | 'clock'>,
  connection: Connection,
): Promise<AccountingDriver> {
  const { address, companyId } = connection;
  const trusted = await readSetting(ctx, trustedOrigins);
  const forbidden = addressProblem(address, trusted);
  if (forbidden)
    throw new AccountingFailure('address', {
      ...problem('addressRefused', { address }),
      because: sentence(forbidden),
    });
  const secrets = openSecrets(ctx.services.secrets, connection);
  const access = ctx.services.vendors.access({
    ...{ port: 'accounting', id: companyId, screen: `/companies/${companyId}/accounting` },
    secrets: [secrets.secret, secrets.signingSecret],
    lookupFor: () => lookupFor(address, trusted),
  });
  const settings = { address, ...secrets, now: () => ctx.clock.now() };
  return ctx.services.ports.accounting(settings, access);
}

/** Converts a failure to a user-facing error. */
export const toUserError = ({ kind, problem: found }: AccountingFailure): UserError =>
  userError(kind === 'away' ? 'accountingAway' : 'accountingRefused', {
    problem: describeProblem(found),
  });
