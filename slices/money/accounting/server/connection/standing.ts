import { sql } from 'kysely';
import { AccountingFailure } from '../../../../../drivers/accounting/port.ts';
import { describeStored, storedProblem } from '../../../../../drivers/problem.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { within } from '../../../../../server/platform/http/callContext.ts';
import { siteAddress } from '../../../../../server/platform/mail/siteAddress.ts';
import { notify } from '../../../../../server/platform/notify/index.ts';
import { refusedNotification } from '../notifications.ts';
import { caretakers, quietMs } from '../tell.ts';
import type { Connection } from './connections.ts';
import { driverOf } from './drivers.ts';

type Asked = Pick<Connection, 'companyId' | 'changedAt'>;

/**
 * Records how the service answered the connection: nothing for an accepted one, and the failure
 * until then. Answers to a connection that was changed meanwhile don't count.
 */
export async function noteStanding(
  ctx: Pick<Context, 'db' | 'clock'>,
  { companyId, changedAt }: Asked,
  failure: AccountingFailure | null,
  isHandOver: boolean,
): Promise<void> {
  const isThis = sql`company_id = ${companyId} and changed_at = ${changedAt}`;
  // A document that it refuses came in by a connection that it took.
  if (failure === null || failure.kind === 'refused') {
    await sql`
      update accounting_connection set problem = '', problem_at = null, refused_at = null where ${isThis} and (problem <> '' or refused_at is not null)`.execute(
      ctx.db,
    );
    return;
  }
  const now = ctx.clock.now();
  const isRefusal = isHandOver && failure.kind !== 'away';
  await sql`
    update accounting_connection set problem = ${storedProblem(failure.problem)}, problem_at = ${now},
      refused_at = case when ${isRefusal} then coalesce(refused_at, ${now}) else refused_at end where ${isThis}`.execute(
    ctx.db,
  );
}

/**
 * Asks the service whether it takes the connection, writes down what it says, and gives why not;
 * null when it does.
 */
export async function checkStanding(
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
  await noteStanding(ctx, connection, failure, false);
  return failure;
}

/**
 * Notifies a company's administrators that its connection is rejected, once for all documents and
 * until it's accepted again.
 */
export async function notifyRefused(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const isUntold = sql`is_on and refused_at is not null
    and (refusal_told_at is null or refusal_told_at < refused_at and refusal_told_at <= ${new Date(now.getTime() - quietMs)})`;
  const { rows } = await sql<{ companyId: string }>`
    select company_id as "companyId" from accounting_connection where ${isUntold}`.execute(ctx.db);
  for (const { companyId } of rows)
    await ctx.db.transaction().execute(async (transaction) => {
      const inner = within(ctx, transaction);
      const { rows: told } = await sql<{ problem: string }>`
        update accounting_connection set refusal_told_at = ${now} where company_id = ${companyId} and ${isUntold} returning problem`.execute(
        inner.db,
      );
      const link = `${siteAddress(inner)}${connectionPath(companyId)}`;
      for (const { problem } of told)
        for (const { userId, company } of await caretakers(inner, companyId))
          await notify(inner, {
            userId,
            notification: refusedNotification,
            values: { company, problem: describeStored(problem), link },
          });
    });
}

/** The screen where a company's connection is fixed. */
export const connectionPath = (companyId: string): string => `/companies/${companyId}/accounting`;
