import type { LookupFunction } from 'node:net';
import { type UserError, userError } from '../../../contract/errors.ts';
import {
  type AccountingDriver,
  AccountingFailure,
  type AccountingSettings,
} from '../../../drivers/accounting/port.ts';
import { describeDriverError, say } from '../../../drivers/words.ts';
import type { Context } from '../../../server/platform/context.ts';
import { readSetting } from '../../../server/platform/settings/settings.ts';
import { addressProblem, lookupFor, trustedOrigins } from './addresses.ts';
import { type Connection, openSecrets } from './connections.ts';

/** Makes the driver of a connection; `lookup` may refuse where a name leads. */
export type AccountingDriverMaker = (
  settings: AccountingSettings,
  lookup?: LookupFunction,
) => AccountingDriver;

declare module '../../../server/platform/context.ts' {
  interface Ports {
    accounting: AccountingDriverMaker;
  }
}

/** Throws `AccountingFailure` of kind `address` for an address that may not be asked any more. */
export async function driverOf(
  ctx: Pick<Context, 'db' | 'site' | 'services' | 'clock'>,
  connection: Connection,
): Promise<AccountingDriver> {
  const { address } = connection;
  const trusted = await readSetting(ctx, trustedOrigins);
  const problem = addressProblem(address, trusted);
  if (problem)
    throw new AccountingFailure('address', say('addressRefused', { address, detail: problem.en }));
  const settings = {
    address,
    ...openSecrets(ctx.services.secrets, connection),
    now: () => ctx.clock.now(),
  };
  return ctx.services.ports.accounting(settings, lookupFor(address, trusted));
}

/** The error message for the user. */
export const refusalOf = ({ kind, message }: AccountingFailure): UserError =>
  userError(kind === 'away' ? 'accountingAway' : 'accountingRefused', {
    problem: describeDriverError(message),
  });
