import { sql } from 'kysely';
import { refuse } from '../../../contract/errors.ts';
import type { Context } from '../../../server/platform/context.ts';
import type { Order } from '../../servers/server/index.ts';
import { blocksNow } from './store.ts';

interface Blocking {
  name: string;
  percent: number;
  until: string;
}

/**
 * Refuses what would cost its owner more while a budget of the account, or of its parent, blocks new orders; a budget with a tag refuses only what
 * has that tag. Throws `budgetBlocksOrders`, which names the budget.
 */
export async function refuseOverBudget(ctx: Pick<Context, 'db' | 'clock'>, { ownerId, tags }: Order): Promise<void> {
  const { rows } = await sql<Blocking>`
    select b.name, e.percent, to_char(e.month_ends at time zone site.time_zone, 'YYYY-MM-DD') as until
    from user_account account join budget b on b.owner_id in (account.id, account.parent_id)
    join user_account owner on owner.id = b.owner_id join site on site.id = owner.site_id
    join budget_event e on e.budget_id = b.id
    where account.id = ${ownerId} and (b.tag is null or b.tag = any(${[...tags]}::text[])) and ${blocksNow(ctx.clock.now())}
    order by e.at, e.id limit 1`.execute(ctx.db);
  const [blocking] = rows;
  if (blocking) throw refuse('budgetBlocksOrders', { ...blocking });
}
