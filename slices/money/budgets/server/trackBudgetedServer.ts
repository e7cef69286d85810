import { sql } from 'kysely';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../server/platform/context.ts';

/**
 * Records a server with a budget's tag as soon as it starts to cost, because it may be deleted
 * before the next check.
 */
export async function trackBudgetedServer(
  ctx: Pick<Context, 'db' | 'clock'>,
  serverId: string,
  server: { ownerId: string; tags: readonly string[] } | null,
): Promise<void> {
  if (!server || server.tags.length === 0) return;
  await sql`
    insert into budget_server (budget_id, server_id, seen_at)
    select b.id, ${serverId}, ${ctx.clock.now()} from user_account account join budget b on b.owner_id in (account.id, account.parent_id)
    where account.id = ${server.ownerId} and b.tag = any(${[...server.tags]}::text[])
    on conflict do nothing`.execute(
    portalDb(ctx, 'a sub-account does not see the budgets of the account that pays for it'),
  );
}
