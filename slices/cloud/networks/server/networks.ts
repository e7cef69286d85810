import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { requireUnlockedActor } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { findDatacenter } from '../../datacenters/server/index.ts';
import type { networkEndpoints } from '../contract.ts';
import { isRoot } from './access.ts';
import { announceNetwork, formatServerNames, lockNetworkForUpdate, serversOn } from './find.ts';
import { insertSubnet } from './subnets.ts';
import { networkTables } from './tables.ts';

type CreateBody = z.output<(typeof networkEndpoints)['createNetwork']['body']>;
type Created = z.output<(typeof networkEndpoints)['createNetwork']['answer']>;

/** Limit per customer and datacenter, so that one customer can't use up all network numbers. */
export const privateNetworksMax = 50;
/** Lower numbers are reserved for root, for existing networks. */
const lowestOwnNumber = 100;
const numberLock = 7_216_008;

/**
 * Creates a network, with a first subnet if one is given. Throws `networkOfRoot`,
 * `networkNameTaken`,
 * `networkLimit`, `networkNumberTaken` and the errors of creating a subnet.
 */
export async function createNetwork(ctx: SignedInContext, body: CreateBody): Promise<Created> {
  await requireUnlockedActor(ctx);
  if (!isRoot(ctx) && (body.kind !== 'lan' || body.vlan !== undefined))
    throw userError('networkOfRoot', {}, body.kind === 'lan' ? 'vlan' : 'kind');
  const datacenter = await findDatacenter(ctx, body.datacenterId);
  if (!datacenter.isEnabled)
    throw userError('notFound', { what: 'datacenter', id: body.datacenterId }, 'datacenterId');
  await sql`select pg_advisory_xact_lock(${numberLock}, hashtext(${datacenter.id}))`.execute(
    ctx.db,
  );
  // Only private networks have an owner. Other networks are shared or reserved for services.
  const owner =
    body.kind === 'lan'
      ? { owner_id: ctx.actor.userId, site_id: ctx.actor.siteId }
      : { owner_id: null, site_id: null };
  if (!isRoot(ctx)) await requireBelowNetworkLimit(ctx, datacenter.id);
  const vlan = await numberFor(ctx, datacenter.id, body.vlan);
  const { id } = await withFreeName(body.name, () =>
    networkTables(ctx.db)
      .insertInto('network')
      .values({
        datacenter_id: datacenter.id,
        kind: body.kind,
        name: body.name,
        vlan,
        description: body.note ?? '',
        ...owner,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const network = { id, kind: body.kind, ownerId: owner.owner_id, siteId: owner.site_id };
  const subnetId = body.subnet ? await insertSubnet(ctx, network, body.subnet, 'subnet.') : null;
  const { name, kind, note = '' } = body;
  ctx.note({
    targetType: 'network',
    targetId: id,
    after: {
      name,
      kind,
      vlan,
      note,
      datacenter: datacenter.code,
      ...(body.subnet ? { cidr: body.subnet.cidr } : {}),
    },
  });
  await announceNetwork(ctx, network);
  return { id, datacenterCode: datacenter.code, vlan, subnetId };
}

async function requireBelowNetworkLimit(ctx: SignedInContext, datacenterId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from network where datacenter_id = ${datacenterId} and owner_id = ${ctx.actor.userId}`.execute(
    ctx.db,
  );
  if ((rows[0]?.count ?? 0) >= privateNetworksMax)
    throw userError('networkLimit', { max: privateNetworksMax }, 'datacenterId');
}

/** Returns a free network number. Requires a lock on the datacenter's numbers. */
async function numberFor(
  ctx: SignedInContext,
  datacenterId: string,
  requestedVlan: number | undefined,
): Promise<number> {
  const { rows } = await sql<{
    vlan: number | null;
  }>`select free_vlan(${datacenterId}, ${requestedVlan ?? lowestOwnNumber}) as vlan`.execute(
    ctx.db,
  );
  const vlan = rows[0]?.vlan ?? null;
  if (vlan === null || (requestedVlan !== undefined && vlan !== requestedVlan))
    throw userError('networkNumberTaken', { vlan: requestedVlan ?? lowestOwnNumber }, 'vlan');
  return vlan;
}

/** Throws `networkNameTaken`. */
export async function updateNetwork(
  ctx: SignedInContext,
  networkId: string,
  to: { name: string; note: string },
): Promise<void> {
  const network = await lockNetworkForUpdate(ctx, networkId);
  await withFreeName(to.name, () =>
    networkTables(ctx.db)
      .updateTable('network')
      .set({ name: to.name, description: to.note })
      .where('id', '=', networkId)
      .execute(),
  );
  ctx.note({
    targetType: 'network',
    targetId: networkId,
    before: { name: network.name, note: network.note },
    after: to,
  });
  await announceNetwork(ctx, network);
}

/**
 * Deletes a network with its subnets and reservations. The address history is kept. Throws
 * `networkInUse` with the names of the servers.
 */
export async function deleteNetwork(ctx: SignedInContext, networkId: string): Promise<void> {
  const network = await lockNetworkForUpdate(ctx, networkId);
  const { name, kind, vlan, note } = network;
  const servers = await serversOn(
    ctx,
    // Interfaces being moved to this network count too, because they have addresses reserved in it.
    sql`nic.network_id = ${networkId} or nic.id in (select address.nic_id from address join subnet on subnet.id = address.subnet_id where subnet.network_id = ${networkId})`,
  );
  if (servers.length > 0)
    throw userError('networkInUse', { name, servers: formatServerNames(servers) });
  await sql`delete from address using subnet where subnet.id = address.subnet_id and subnet.network_id = ${networkId}`.execute(
    ctx.db,
  );
  await networkTables(ctx.db).deleteFrom('subnet').where('network_id', '=', networkId).execute();
  await networkTables(ctx.db).deleteFrom('network').where('id', '=', networkId).execute();
  ctx.note({ targetType: 'network', targetId: networkId, before: { name, kind, vlan, note } });
  await announceNetwork(ctx, network);
}

async function withFreeName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (
      code === '23505' &&
      (constraint === 'network_shared_name' || constraint === 'network_own_name')
    )
      throw userError('networkNameTaken', { name }, 'name');
    throw error;
  }
}
