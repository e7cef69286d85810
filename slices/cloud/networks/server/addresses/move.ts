import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { announceNetwork } from '../find.ts';
import { findNic, findNicAfterMove, type ServerNic } from '../store.ts';
import { networkTables } from '../tables.ts';
import { type AddressWish, allocateAddresses, chooseNetwork, fieldOf } from './allocate.ts';
import { releaseAddresses } from './release.ts';

/**
 * Reserves addresses of another network for an interface to be moved there. The interface stays in
 * its network until `finishMove`. Throws `nicInNetwork` and the errors of `allocateNic`.
 */
export async function lockMove(
  ctx: Context,
  nicId: string,
  datacenterId: string,
  ownerId: string,
  wish: AddressWish,
): Promise<ServerNic> {
  const network = await chooseNetwork(ctx, datacenterId, wish);
  const card = await findNic(ctx, nicId);
  if (!card) throw userError('notFound', { what: 'network card', id: nicId });
  if (card.networkId === network.id)
    throw userError('nicInNetwork', { network: network.name }, fieldOf(wish, 'networkId'));
  await allocateAddresses(ctx, nicId, network, ownerId, wish);
  await announceNetwork(ctx, network);
  const moved = await findNicAfterMove(ctx, nicId);
  if (!moved) throw new Error(`The network card ${nicId} holds nothing of ${network.name}.`);
  return moved;
}

/** Completes the move and frees the addresses in the old network. Idempotent. */
export async function finishMove(ctx: Pick<Context, 'db'>, nicId: string): Promise<void> {
  const moved = await findNicAfterMove(ctx, nicId);
  if (!moved) return;
  await releaseAddresses(ctx, sql`address.nic_id = ${nicId} and not ${isOf(moved.networkId)}`);
  await networkTables(ctx.db)
    .updateTable('nic')
    .set({ network_id: moved.networkId })
    .where('id', '=', nicId)
    .execute();
}

/** Frees the addresses that were reserved for a canceled move. */
export async function cancelMove(ctx: Pick<Context, 'db'>, nicId: string): Promise<void> {
  const card = await findNic(ctx, nicId);
  if (card)
    await releaseAddresses(ctx, sql`address.nic_id = ${nicId} and not ${isOf(card.networkId)}`);
}

const isOf = (networkId: string) =>
  sql`exists (select from subnet where subnet.id = address.subnet_id and subnet.network_id = ${networkId})`;
