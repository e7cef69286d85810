import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { announceNetwork } from '../find.ts';
import { addressKind, type Db, networkTables } from '../tables.ts';
import type { NicServer } from './allocate.ts';

/**
 * Removes the network interface and frees its addresses. Does nothing if it was already removed. A
 * server in the Trash keeps its public interfaces, and its private ones are parked
 * (`parkPrivateNics`).
 */
export async function releaseNic(ctx: Db, nicId: string): Promise<void> {
  await releaseAddresses(ctx, sql`address.nic_id = ${nicId}`);
  await networkTables(ctx.db).deleteFrom('nic').where('id', '=', nicId).execute();
}

/**
 * Frees the addresses of interfaces and notifies the browsers that display their networks.
 * Addresses reserved for an account stay reserved.
 */
export async function releaseAddresses(ctx: Db, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; ownerId: string | null; siteId: string | null }>`
    with given_up as (select subnet_id, ip, reserved_for from address where nic_id is not null and ${condition} for update),
      kept as (
        update address set kind = ${addressKind.reservedUser}, nic_id = null, since = now() from given_up
        where address.subnet_id = given_up.subnet_id and address.ip = given_up.ip and given_up.reserved_for is not null
      ),
      freed as (
        delete from address using given_up
        where address.subnet_id = given_up.subnet_id and address.ip = given_up.ip and given_up.reserved_for is null
      )
    select distinct network.id, network.owner_id as "ownerId", network.site_id as "siteId"
    from given_up join subnet on subnet.id = given_up.subnet_id join network on network.id = subnet.network_id`.execute(
    ctx.db,
  );
  for (const network of rows) await announceNetwork(ctx, network);
}

/**
 * Updates networks when a server's name or owner changes. From then on the addresses belong to the
 * new owner.
 */
export async function updateNicServer(
  ctx: Pick<Context, 'db'>,
  { id, name, ownerId, siteId }: NicServer,
): Promise<void> {
  await networkTables(ctx.db)
    .updateTable('nic')
    .set({ server_name: name, owner_id: ownerId, site_id: siteId })
    .where('server_id', '=', id)
    .execute();
}
