import { sql } from 'kysely';
import { inOwnTransaction } from '../../../../server/platform/audit/inOwnTransaction.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { notify } from '../../../../server/platform/notify/index.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { type LeveledStanding, levelsOf } from './levels.ts';
import { balanceUsedUpNotification, shortNotification } from './notifications.ts';
import { isPrepaid } from './payers.ts';

/** The name of the operation in the portal's log. */
const operation = 'prepaid.check';
/** The number of payers per transaction. */
const batchSize = 500;

/**
 * Warns prepaid accounts when the balance lasts less than three days, and again when it is used up.
 * Each warning is sent once until the next payment. Nothing is turned off. Checks only accounts
 * with running costs or an earlier warning.
 */
export async function notifyLowBalances(ctx: Context): Promise<void> {
  await sql`
    delete from prepaid_notice n using user_account payer join site on site.id = payer.site_id
    where payer.id = n.user_id and not ${isPrepaid}`.execute(ctx.db);
  const { rows } = await sql<{ id: string }>`
    select payer.id from user_account payer join site on site.id = payer.site_id
    where ${isPrepaid} and company_of_site(site.id) is not null and (
      exists (select from prepaid_notice n where n.user_id = payer.id)
      or exists (select from user_account account join span on span.owner_id = account.id and span.to_at is null
        where account.id = payer.id or account.parent_id = payer.id))
    order by payer.id`.execute(ctx.db);
  for (let from = 0; from < rows.length; from += batchSize)
    await inOwnTransaction(ctx, operation, (inner) =>
      notifyPayers(
        inner,
        rows.slice(from, from + batchSize).map(({ id }) => id),
      ),
    );
}

async function notifyPayers(ctx: Context, payerIds: readonly string[]): Promise<void> {
  const found = await levelsOf(ctx, payerIds);
  for (const userId of await storeLevels(ctx, found)) {
    const payerBalance = found.find(({ payerId }) => payerId === userId);
    if (payerBalance) await notifyLevel(ctx, payerBalance);
  }
}

/** Stores the current level and returns the accounts to notify: those whose level rose. */
async function storeLevels(ctx: Context, found: readonly LeveledStanding[]): Promise<string[]> {
  const levelsJson = JSON.stringify(found.map(({ payerId, level }) => ({ payerId, level })));
  const levels = sql`jsonb_to_recordset(${levelsJson}::jsonb) as given ("payerId" uuid, level smallint)`;
  const { rows } = await sql<{ userId: string }>`
    select given."payerId" as "userId" from ${levels} left join prepaid_notice n on n.user_id = given."payerId"
    where given.level > coalesce(n.level, 0) order by 1`.execute(ctx.db);
  await sql`delete from prepaid_notice n using ${levels} where n.user_id = given."payerId" and given.level = 0`.execute(
    ctx.db,
  );
  await sql`
    insert into prepaid_notice (user_id, level, told_at) select "payerId", level, ${ctx.clock.now()} from ${levels} where level > 0
    on conflict (user_id) do update set level = excluded.level, told_at = excluded.told_at where prepaid_notice.level <> excluded.level`.execute(
    ctx.db,
  );
  return rows.map(({ userId }) => userId);
}

async function notifyLevel(
  ctx: Context,
  { payerId, level, currency, left, balance, used }: LeveledStanding,
): Promise<void> {
  const { site_id } = await ctx.db
    .selectFrom('user_account')
    .select('site_id')
    .where('id', '=', payerId)
    .executeTakeFirstOrThrow();
  const site = site_id === ctx.site.id ? ctx.site : await readSite(ctx.db, site_id);
  await notify(ctx, {
    userId: payerId,
    notification: level === 2 ? balanceUsedUpNotification : shortNotification,
    values: {
      ...{
        left: `${left} ${currency}`,
        balance: `${balance} ${currency}`,
        used: `${used} ${currency}`,
      },
      link: `${siteAddress({ ...ctx, site })}/billing`,
    },
  });
  ctx.note({
    targetType: 'user',
    targetId: payerId,
    after: { level, left, balance, used, currency },
  });
  await announce(ctx.db, { topic: 'billing', id: payerId, siteId: site_id, ownerId: payerId });
}
