import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { checkOrder, estimate, type Order } from '../../../../money/pricing/server/index.ts';
import type { Server } from '../rules/facts.ts';
import {
  type PricedConfiguration,
  type ServerPriceItem,
  serverPriceItems,
} from '../rules/priceItems.ts';
import { readServer } from '../store/find.ts';
import { itemsOf, partsOf } from '../store/write.ts';

type OrderContext = Pick<Context, 'db' | 'clock' | 'language' | 'actor' | 'services'>;

type Change = Partial<PricedConfiguration>;

/** A change is priced for a running server, because that is the state it's ordered for. */
const pricedItems = (
  server: Server,
  parts: Awaited<ReturnType<typeof partsOf>>,
  change: Change = {},
) => serverPriceItems({ ...server, ...parts, ...change, power: 'on' });

const orderOf = ({ ownerId, siteId, name, tags }: Server, items: Order['items']): Order => ({
  ownerId,
  siteId,
  name,
  tags,
  items,
});

/**
 * Authorizes a task that raises the cost of a server. `change`: the planned changes. `previous`: changes
 * already stored.
 */
export async function checkChangeCost(
  ctx: OrderContext,
  server: Server,
  change: Change,
  previous: Change = {},
): Promise<void> {
  const parts = await partsOf(ctx, server);
  const items = {
    before: pricedItems(server, parts, previous),
    after: pricedItems(server, parts, change),
  };
  await checkOrder(ctx, { ...orderOf(server, items), serverIds: [server.id] });
}

/**
 * Authorizes turning on a server whose components cost less or nothing while off. Prepaid monthly
 * items cost the same before and after.
 */
export async function checkStartCost(ctx: OrderContext, server: Server): Promise<void> {
  const parts = await partsOf(ctx, server);
  const items = {
    before: serverPriceItems({ ...server, ...parts, power: 'off' }),
    after: pricedItems(server, parts),
  };
  await checkOrder(ctx, { ...orderOf(server, items), kind: 'goesOn', serverIds: [server.id] });
}

/**
 * Like `checkChangeCost`, for a change that takes effect immediately and can also lower the cost or
 * only change the time of payment. Monthly limits don't apply to those. Also throws `priceMissing`.
 */
export async function requireCostIncreaseAllowed(
  ctx: OrderContext,
  server: Server,
  change: Change,
): Promise<void> {
  const parts = await partsOf(ctx, server);
  const [before, after] = [pricedItems(server, parts), pricedItems(server, parts, change)];
  const monthly = async (items: readonly ServerPriceItem[]) =>
    (await estimate(ctx, server, items)).monthly;
  const { rows } = await sql<{ isDearer: boolean }>`
    select ${await monthly(after)}::numeric > ${await monthly(before)}::numeric as "isDearer"`.execute(
    ctx.db,
  );
  const order = orderOf(server, { before, after });
  await checkOrder(ctx, rows[0]?.isDearer ? order : { ...order, kind: 'goesOn' });
}

/** Authorizes restoring a server, which costs nothing in the Trash. */
export async function checkRestoreCost(ctx: OrderContext, server: Server): Promise<void> {
  await checkOrder(ctx, { ...(await transferOrder(ctx, server, server)), serverIds: [server.id] });
}

/** Authorizes moving the running cost of a server to `owner`, effective immediately. */
export async function checkSnapshotCost(
  ctx: OrderContext,
  server: Server,
  owner: Pick<Server, 'ownerId' | 'siteId'>,
): Promise<void> {
  await checkOrder(ctx, await transferOrder(ctx, server, owner));
}

async function transferOrder(
  ctx: OrderContext,
  server: Server,
  owner: Pick<Server, 'ownerId' | 'siteId'>,
): Promise<Order> {
  const after = pricedItems(server, await partsOf(ctx, server));
  return { ...orderOf({ ...server, ...owner }, { before: [], after }), kind: 'taken' };
}

/** A server that is being created, whose cost is not metered yet. */
export interface PendingServer {
  ownerId: string;
  siteId: string;
  tags: readonly string[];
  items: readonly ServerPriceItem[];
}

/** The servers that are being created for these accounts. */
export async function pendingServers(
  ctx: Pick<Context, 'db'>,
  ownerIds: readonly string[],
): Promise<PendingServer[]> {
  const { rows } = await sql<{ id: string }>`
    select id from server where owner_id = any(${[...ownerIds]}::uuid[]) and state = 'creating'`.execute(
    ctx.db,
  );
  const pending: PendingServer[] = [];
  for (const { id } of rows) {
    const server = await readServer(ctx, id);
    if (!server) continue;
    const { ownerId, siteId, tags } = server;
    pending.push({ ownerId, siteId, tags, items: await itemsOf(ctx, { ...server, power: 'on' }) });
  }
  return pending;
}
