import { sql } from 'kysely';
import type * as z from 'zod';
import type { Context } from '../../../../server/platform/context.ts';
import { nextTime, parseTimes } from '../../schedules/server/index.ts';
import type { Server } from '../../servers/server/index.ts';
import type { backupEndpoints } from '../contract.ts';
import { backupTables } from './tables.ts';

export type Policy = z.output<(typeof backupEndpoints)['getServerBackup']['answer']>['policy'];

interface PolicyRow {
  at_minute: number;
  time_zone: string;
  keep_daily: number;
  keep_weekly: number;
  keep_monthly: number;
  test_every: Policy['testEvery'];
  next_at: Date | null;
}

/**
 * A minute between 1 and 5 a.m. that differs per server, so that backups don't all run at the same
 * time.
 */
const nightlyMinute = (serverId: string): number =>
  60 + (Number.parseInt(serverId.replaceAll('-', '').slice(0, 8), 16) % 240);

const asClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const asMinute = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Time of the next backup. */
export function nextBackup(
  { at_minute: minute, time_zone: zone }: Pick<PolicyRow, 'at_minute' | 'time_zone'>,
  after: Date,
): Date | null {
  return nextTime(parseTimes(`${minute % 60} ${Math.floor(minute / 60)} * * *`), zone, after);
}

/** The stored policy, or the default for new policies. */
export async function readPolicy(
  ctx: Pick<Context, 'db'>,
  server: Server,
): Promise<{ policy: Policy; next: Date | null }> {
  const row = await findPolicy(ctx, server.id);
  const {
    at_minute,
    time_zone,
    keep_daily = 7,
    keep_weekly = 4,
    keep_monthly = 3,
    test_every = 'monthly',
    next_at = null,
  } = row ?? { at_minute: nightlyMinute(server.id), time_zone: await zoneOf(ctx, server.ownerId) };
  const policy: Policy = {
    ...{
      at: asClock(at_minute),
      timeZone: time_zone,
      keepDaily: keep_daily,
      keepWeekly: keep_weekly,
      keepMonthly: keep_monthly,
    },
    testEvery: test_every,
  };
  return { policy, next: server.hasBackup ? next_at : null };
}

async function findPolicy(
  ctx: Pick<Context, 'db'>,
  serverId: string,
): Promise<(Partial<PolicyRow> & Pick<PolicyRow, 'at_minute' | 'time_zone'>) | null> {
  return (
    (await backupTables(ctx.db)
      .selectFrom('backup_policy')
      .selectAll()
      .where('server_id', '=', serverId)
      .executeTakeFirst()) ?? null
  );
}

async function zoneOf(ctx: Pick<Context, 'db'>, userId: string): Promise<string> {
  const user = await ctx.db
    .selectFrom('user_account')
    .select('time_zone')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.time_zone || 'UTC';
}

export async function writePolicy(
  ctx: Pick<Context, 'db' | 'clock'>,
  server: Server,
  policy: Policy,
): Promise<void> {
  const values = {
    ...{
      at_minute: asMinute(policy.at),
      time_zone: policy.timeZone,
      keep_daily: policy.keepDaily,
      keep_weekly: policy.keepWeekly,
    },
    ...{ keep_monthly: policy.keepMonthly, test_every: policy.testEvery },
  };
  const next_at = nextBackup(values, ctx.clock.now());
  await backupTables(ctx.db)
    .insertInto('backup_policy')
    .values({ server_id: server.id, ...values, next_at })
    .onConflict((conflict) => conflict.column('server_id').doUpdateSet({ ...values, next_at }))
    .execute();
}

/**
 * A server with backups enabled has a policy with a next run. With backups disabled, the policy is
 * kept without a next run.
 */
export async function applyPolicyToServer(
  ctx: Pick<Context, 'db' | 'clock'>,
  server: Server | null,
): Promise<void> {
  if (!server) return;
  const isBackupEnabled = server.hasBackup && server.state === 'live';
  const { rows } = await sql<{
    next_at: Date | null;
  }>`select next_at from backup_policy where server_id = ${server.id}`.execute(ctx.db);
  const [policyRow] = rows;
  if (!isBackupEnabled) {
    if (policyRow?.next_at)
      await sql`update backup_policy set next_at = null where server_id = ${server.id}`.execute(
        ctx.db,
      );
    return;
  }
  if (policyRow?.next_at) return;
  await writePolicy(ctx, server, (await readPolicy(ctx, server)).policy);
}
