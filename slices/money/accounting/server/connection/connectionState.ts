import { sql } from 'kysely';
import { AccountingFailure } from '../../../../../drivers/accounting/port.ts';
import { describeStored, storedProblem } from '../../../../../drivers/problem.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { withDb } from '../../../../../server/platform/http/callContext.ts';
import { siteAddress } from '../../../../../server/platform/mail/siteAddress.ts';
import { notify } from '../../../../../server/platform/notify/index.ts';
import { connectionRejectedNotification } from '../notifications.ts';
import { companyAdmins, quietMs } from '../notifyStuck.ts';
import type { Connection } from './connections.ts';
import { driverOf } from './drivers.ts';

type ConnectionVersion = Pick<Connection, 'companyId' | 'changedAt'>;

/**
 * Stores how the service responded to the connection: clears the problem once it's accepted,
 * otherwise stores the failure. Ignores responses to a connection that has changed since.
 */
export async function recordConnectionState(
  ctx: Pick<Context, 'db' | 'clock'>,
  { companyId, changedAt }: ConnectionVersion,
  failure: AccountingFailure | null,
  isExport: boolean,
): Promise<void> {
  const isSameConnection = sql`company_id = ${companyId} and changed_at = ${changedAt}`;
  // A service that rejects a single document has accepted the connection.
  if (failure === null || failure.kind === 'refused') {
    await sql`
      update accounting_connection set problem = '', problem_at = null, refused_at = null where ${isSameConnection} and (problem <> '' or refused_at is not null)`.execute(
      ctx.db,
    );
    return;
  }
  const now = ctx.clock.now();
  const isRejected = isExport && failure.kind !== 'away';
  await sql`
    update accounting_connection set problem = ${storedProblem(failure.problem)}, problem_at = ${now},
      refused_at = case when ${isRejected} then coalesce(refused_at, ${now}) else refused_at end where ${isSameConnection}`.execute(
    ctx.db,
  );
}

/**
 * Checks whether the service accepts the connection and stores the result. Returns the failure, or
 * null if the connection is accepted.
 */
export async function verifyConnection(
  ctx: Pick<Context, 'db' | 'site' | 'services' | 'clock'>,
  connection: Connection,
): Promise<AccountingFailure | null> {
  let failure: AccountingFailure | null = null;
  try {
    await (await driverOf(ctx, connection)).check();
  } catch (error) {
    if (!(error instanceof AccountingFailure)) throw error;
    failure = error;
  }
  await recordConnectionState(ctx, connection, failure, false);
  return failure;
}

/**
 * Notifies a company's administrators that its connection is rejected. Sends one notification for
 * all documents until the connection is accepted again.
 */
export async function notifyConnectionRefused(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const needsNotice = sql`is_on and refused_at is not null
    and (refusal_told_at is null or refusal_told_at < refused_at and refusal_told_at <= ${new Date(now.getTime() - quietMs)})`;
  const { rows } = await sql<{ companyId: string }>`
    select company_id as "companyId" from accounting_connection where ${needsNotice}`.execute(
    ctx.db,
  );
  for (const { companyId } of rows)
    await ctx.db.transaction().execute(async (transaction) => {
      const inner = withDb(ctx, transaction);
      const { rows: notified } = await sql<{ problem: string }>`
        update accounting_connection set refusal_told_at = ${now} where company_id = ${companyId} and ${needsNotice} returning problem`.execute(
        inner.db,
      );
      const link = `${siteAddress(inner)}${connectionPath(companyId)}`;
      for (const { problem } of notified)
        for (const { userId, company } of await companyAdmins(inner, companyId))
          await notify(inner, {
            userId,
            notification: connectionRejectedNotification,
            values: { company, problem: describeStored(problem), link },
          });
    });
}

/** The path of the screen for editing a company's connection. */
export const connectionPath = (companyId: string): string => `/companies/${companyId}/accounting`;
