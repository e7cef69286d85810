import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { announceNetwork } from '../find.ts';
import { findNic, findNicAfterMove, type ServerNic } from '../store.ts';
import { networkTables } from '../tables.ts';
import { type AddressRequest, allocateAddresses, chooseNetwork, fieldOf } from './allocate.ts';
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
  request: AddressRequest,
): Promise<ServerNic> {
  const network = await chooseNetwork(ctx, datacenterId, request);
  const nic = await findNic(ctx, nicId);
  if (!nic) throw userError('notFound', { what: 'network card', id: nicId });
  if (nic.networkId === network.id)
    throw userError('nicInNetwork', { network: network.name }, fieldOf(request, 'networkId'));
  await allocateAddresses(ctx, nicId, network, ownerId, request);
  await announceNetwork(ctx, network);
  const movedNic = await findNicAfterMove(ctx, nicId);
  if (!movedNic) throw new Error(`The network card ${nicId} holds nothing of ${network.name}.`);
  return movedNic;
}

/** Completes the move and frees the addresses in the old network. Idempotent. */
export async function finishMove(ctx: Pick<Context, 'db'>, nicId: string): Promise<void> {
  const movedNic = await findNicAfterMove(ctx, nicId);
  if (!movedNic) return;
  await releaseAddresses(
    ctx,
    sql`address.nic_id = ${nicId} and not ${isInNetwork(movedNic.networkId)}`,
  );
  await networkTables(ctx.db)
    .updateTable('nic')
    .set({ network_id: movedNic.networkId })
    .where('id', '=', nicId)
    .execute();
}

/** Frees the addresses that were reserved for a canceled move. */
export async function cancelMove(ctx: Pick<Context, 'db'>, nicId: string): Promise<void> {
  const nic = await findNic(ctx, nicId);
  if (nic)
    await releaseAddresses(
      ctx,
      sql`address.nic_id = ${nicId} and not ${isInNetwork(nic.networkId)}`,
    );
}

const isInNetwork = (networkId: string) =>
  sql`exists (select from subnet where subnet.id = address.subnet_id and subnet.network_id = ${networkId})`;
