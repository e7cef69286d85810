import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { portalDb } from '../../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { localize } from '../../texts/localize.ts';
import { canAttach } from '../access.ts';
import { announceNetwork, blocksRemoval } from '../find.ts';
import { isHostOf, parseAddress } from '../rules/ranges.ts';
import { type AllocatedNic, findNic, type ServerNic } from '../store.ts';
import { type Db, networkTables } from '../tables.ts';
import { gatewaysOf, requireNoConflict } from './conflicts.ts';

/**
 * The owner of the server. Networks store it with the interface, so that the history outlives the
 * server.
 */
export interface NicServer {
  id: string;
  name: string;
  ownerId: string;
  siteId: string;
}

export interface AddressRequest {
  /** `auto` selects the datacenter's public network. */
  networkId: string | 'auto';
  /**
   * A free address, or one reserved for the server's owner. Defaults to the lowest free address.
   */
  address?: string | undefined;
  /** The field of the request that errors refer to. By default errors have no field prefix. */
  key?: string;
}

export interface NicRequest extends AddressRequest {
  server: NicServer;
  /** Set by the caller. Repeating the request for the same interface returns the same result. */
  nicId: string;
  datacenterId: string;
}

export interface ChosenNetwork {
  id: string;
  name: string;
  ownerId: string | null;
  siteId: string | null;
}

/**
 * Assigns a MAC address and one address per address family of the network to a new interface, in
 * the transaction of `ctx.db`. A rollback frees them. Throws `notFound` for a network the actor
 * can't use or in another datacenter, `networkFull`, `networkWithoutSubnet`,
 * `networkAddressInvalid`, `networkAddressTaken`.
 */
export async function allocateNic(ctx: Context, request: NicRequest): Promise<AllocatedNic> {
  const existing = await findNic(ctx, request.nicId);
  if (existing) return toAllocatedNic(existing, request);
  const network = await chooseNetwork(ctx, request.datacenterId, request);
  await insertNic(ctx, request, network);
  await allocateAddresses(ctx, request.nicId, network, request.server.ownerId, request);
  const nic = await findNic(ctx, request.nicId);
  if (!nic)
    throw new Error(`The network card ${request.nicId} is gone in the transaction that made it.`);
  await announceNetwork(ctx, network);
  return toAllocatedNic(nic, request);
}

function toAllocatedNic(nic: ServerNic, request: NicRequest): AllocatedNic {
  const { nicId, serverId, ...rest } = nic;
  if (serverId !== request.server.id)
    throw new Error(`The network card ${nicId} belongs to another server.`);
  return rest;
}

export const fieldOf = (request: AddressRequest, field: string): string =>
  request.key ? `${request.key}.${field}` : field;

/** Returns the requested network, locked against deletion until the transaction ends. */
export async function chooseNetwork(
  ctx: Context,
  datacenterId: string,
  request: AddressRequest,
): Promise<ChosenNetwork> {
  const { networkId } = request;
  const networkCondition =
    networkId === 'auto'
      ? sql`network.kind = 'wan' and network.owner_id is null`
      : sql`network.id = ${networkId}`;
  const { rows } = await sql<ChosenNetwork>`
    select network.id, network.name, network.owner_id as "ownerId", network.site_id as "siteId" from network
    where network.datacenter_id = ${datacenterId} and ${networkCondition} and ${canAttach(ctx)}
    order by network.created_at, network.id limit 1 for key share`.execute(
    portalDb(ctx, blocksRemoval),
  );
  const [network] = rows;
  if (!network)
    throw userError('notFound', { what: 'network', id: networkId }, fieldOf(request, 'networkId'));
  return network;
}

const macTries = 20;

async function insertNic(
  ctx: Db,
  { nicId, server }: NicRequest,
  network: ChosenNetwork,
): Promise<void> {
  const nic = {
    id: nicId,
    server_id: server.id,
    server_name: server.name,
    owner_id: server.ownerId,
    site_id: server.siteId,
  };
  for (let attempt = 0; attempt < macTries; attempt++) {
    const inserted = await networkTables(ctx.db)
      .insertInto('nic')
      .values({ ...nic, network_id: network.id, mac: randomMac() })
      .onConflict((conflict) => conflict.column('mac').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return;
  }
  throw userError('networkFull', {
    network: localize('allocate.network.macAddresses', { name: network.name }),
  });
}

type AllocationContext = Pick<Context, 'db' | 'language'>;

interface Subnet {
  id: string;
  cidr: string;
  family: number;
}

/**
 * Assigns an address of each family of the network to the interface. Also throws if one conflicts
 * with the server's other interfaces.
 */
export async function allocateAddresses(
  ctx: AllocationContext,
  nicId: string,
  network: ChosenNetwork,
  ownerId: string,
  request: AddressRequest,
): Promise<void> {
  const { rows: subnets } = await sql<Subnet>`
    select id, cidr::text as cidr, family(cidr) as family from subnet where network_id = ${network.id} order by cidr for key share`.execute(
    portalDb(ctx, blocksRemoval),
  );
  if (subnets.length === 0)
    throw userError(
      'networkWithoutSubnet',
      { network: network.name },
      fieldOf(request, 'networkId'),
    );
  const excluded = await gatewaysOf(ctx, nicId, network.id);
  const chosen =
    request.address === undefined
      ? null
      : await allocateRequested(
          ctx,
          nicId,
          subnets,
          ownerId,
          request.address,
          fieldOf(request, 'address'),
        );
  for (const family of [4, 6]) {
    const familySubnets = subnets.filter((subnet) => subnet.family === family);
    if (familySubnets.length === 0 || chosen === family) continue;
    if (!(await allocateLowest(ctx, nicId, familySubnets, excluded)))
      throw userError('networkFull', { network: network.name }, fieldOf(request, 'networkId'));
  }
  await requireNoConflict(ctx, nicId, network.id, {
    networkKey: fieldOf(request, 'networkId'),
    addressKey: fieldOf(request, 'address'),
  });
}

export async function allocateLowest(
  ctx: Db,
  nicId: string,
  subnets: readonly Subnet[],
  excluded: readonly string[],
): Promise<boolean> {
  for (const subnet of subnets) {
    const { rows } = await sql<{
      ip: string | null;
    }>`select take_address(${subnet.id}, ${nicId}, ${[...excluded]}::inet[]) as ip`.execute(ctx.db);
    if (rows[0]?.ip) return true;
  }
  return false;
}

/** Assigns this exact address and returns its family. */
async function allocateRequested(
  ctx: AllocationContext,
  nicId: string,
  subnets: readonly Subnet[],
  ownerId: string,
  address: string,
  key: string,
): Promise<number> {
  const requestedAddress = parseAddress(address);
  const subnet =
    requestedAddress && subnets.find(({ cidr }) => isHostOf(cidr, requestedAddress.address));
  if (!requestedAddress || !subnet) {
    throw userError(
      'networkAddressInvalid',
      { address: address, problem: outsideSubnetsReason(subnets) },
      key,
    );
  }
  const { rows } = await sql<{ ip: string | null }>`
    select take_chosen_address(${subnet.id}, ${nicId}, ${requestedAddress.address}, ${ownerId}) as ip`.execute(
    ctx.db,
  );
  if (!rows[0]?.ip)
    throw userError(
      'networkAddressTaken',
      { address: requestedAddress.address, problem: alreadyAssigned },
      key,
    );
  return requestedAddress.family;
}

function outsideSubnetsReason(subnets: readonly Subnet[]): LocalizedText {
  const ranges = subnets.map(({ cidr }) => cidr).join(', ');
  return localize('allocate.outside.enterAddress', { ranges });
}

const alreadyAssigned: LocalizedText = localize('givenAway');

/**
 * Uses the prefix conventional for QEMU machines (`52:54:00`), which is locally administered and
 * never multicast.
 */
export function randomMac(): string {
  const tail = [...randomBytes(3)].map((byte) => byte.toString(16).padStart(2, '0'));
  return ['52', '54', '00', ...tail].join(':');
}
