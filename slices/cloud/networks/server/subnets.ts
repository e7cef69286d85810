import { sql } from 'kysely';
import type * as z from 'zod';
import { type Reason, UserError, userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { networkEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { isRoot } from './access.ts';
import { requireNoConflictOnServers } from './addresses/conflicts.ts';
import {
  announceNetwork,
  formatServerNames,
  lockNetworkForUpdate,
  lockSubnetForUpdate,
  type NetworkRow,
  type SubnetRow,
  serversOn,
} from './find.ts';
import {
  isHostOf,
  otherPurpose,
  parseAddress,
  parseDestination,
  parseRange,
  type Range,
} from './rules/ranges.ts';
import { addressKind, networkTables, type Route } from './tables.ts';

type SubnetBody = z.output<(typeof networkEndpoints)['createSubnet']['body']>;
type Settings = z.output<(typeof networkEndpoints)['updateSubnet']['body']>;
type NetworkScope = Pick<NetworkRow, 'id' | 'kind' | 'ownerId' | 'siteId'>;

/** A subnet's fields other than its range, validated and normalized. */
interface SubnetSettings {
  gateway: string | null;
  dns: string[];
  dhcp: boolean;
  routes: Route[];
  description: string;
}

/** Throws `subnetRangeInvalid`, `subnetOverlaps`, `networkAddressInvalid`. */
export async function createSubnet(
  ctx: SignedInContext,
  networkId: string,
  body: SubnetBody,
): Promise<{ id: string }> {
  const network = await lockNetworkForUpdate(ctx, networkId);
  const id = await insertSubnet(ctx, network, body);
  await requireNoConflictOnServers(ctx, { subnetId: id, networkId }, 'cidr');
  ctx.note({
    targetType: 'network',
    targetId: networkId,
    after: { subnetId: id, cidr: body.cidr },
  });
  await announceNetwork(ctx, network);
  return { id };
}

/** Inserts a subnet into a locked network. `fieldPrefix` is the prefix of field names in errors. */
export async function insertSubnet(
  ctx: SignedInContext,
  network: NetworkScope,
  body: SubnetBody,
  fieldPrefix = '',
): Promise<string> {
  const range = rangeFor(ctx, network, body.cidr, `${fieldPrefix}cidr`);
  // IPv6 addresses come from the seed, because no engine supports DHCPv6.
  const unset = { gateway: null, dns: [], dhcp: range.family === 4, routes: [], description: '' };
  const subnet = validateSettings(range, { ...unset, ...changesOf(body) }, fieldPrefix);
  const { id } = await withoutOverlap(ctx, network, range.cidr, `${fieldPrefix}cidr`, () =>
    networkTables(ctx.db)
      .insertInto('subnet')
      .values({ network_id: network.id, cidr: range.cidr, ...columnsOf(subnet) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const internalDns = subnet.dns.filter(
    (server) => isHostOf(range.cidr, server) && server !== subnet.gateway,
  );
  await insertAddresses(ctx, id, internalDns, addressKind.reserved);
  if (subnet.gateway !== null)
    await insertAddresses(ctx, id, [subnet.gateway], addressKind.gateway);
  return id;
}

const columnsOf = ({ gateway, dns, dhcp, routes, description }: SubnetSettings) => ({
  ...{ gateway, dns, has_dhcp: dhcp, description },
  routes: JSON.stringify(routes),
});

async function insertAddresses(
  ctx: SignedInContext,
  subnetId: string,
  addresses: readonly string[],
  kind: number,
): Promise<void> {
  if (addresses.length === 0) return;
  const rows = [...new Set(addresses)].map((ip) => ({
    subnet_id: subnetId,
    ip,
    kind,
    nic_id: null,
    reverse_name: null,
    reserved_for: null,
  }));
  await networkTables(ctx.db)
    .insertInto('address')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const changesOf = ({
  gateway,
  dns,
  dhcp,
  routes,
  description,
}: Settings): Partial<SubnetSettings> => ({
  ...(gateway === undefined ? {} : { gateway: gateway === '' ? null : gateway }),
  ...(dns === undefined ? {} : { dns }),
  ...(dhcp === undefined ? {} : { dhcp }),
  ...(routes === undefined ? {} : { routes }),
  ...(description === undefined ? {} : { description }),
});

const mustBePrivate = localize('mustBePrivate');

function rangeFor(ctx: SignedInContext, network: NetworkScope, cidr: string, key: string): Range {
  const range = parseRange(cidr);
  if (!('cidr' in range)) throw userError('subnetRangeInvalid', { cidr, problem: range }, key);
  if (!range.isPrivate && !isRoot(ctx) && network.kind === 'lan')
    throw userError('subnetRangeInvalid', { cidr, problem: mustBePrivate }, key);
  return range;
}

type Family = Pick<Range, 'cidr' | 'family'>;

/** Validates all settings and reports every error at once, each with its field. */
function validateSettings(
  { cidr, family }: Family,
  subnet: SubnetSettings,
  fieldPrefix: string,
): SubnetSettings {
  const reasons: Reason[] = [];
  const addReason = (address: string, problem: LocalizedText, key: string) =>
    reasons.push({
      name: 'networkAddressInvalid',
      values: { address, problem },
      key: `${fieldPrefix}${key}`,
    });
  const requireInRange = (value: string, key: string): string => {
    const parsed = parseAddress(value);
    if (!parsed || !isHostOf(cidr, parsed.address))
      addReason(value, localize('subnets.inside.enterAddress', { cidr }), key);
    return parsed?.address ?? value;
  };
  const gateway = subnet.gateway === null ? null : requireInRange(subnet.gateway, 'gateway');
  const dns = subnet.dns.map((value, index) => {
    const read = parseAddress(value);
    const purpose = read
      ? otherPurpose(read.address)
      : localize('subnets.purpose.enterIpv4Ipv6Address');
    if (purpose) addReason(value, purpose, `dns.${index}`);
    return read?.address ?? value;
  });
  const routes = subnet.routes.map(({ to, via }, index) => {
    const destination = parseDestination(to, family);
    if (destination === null)
      addReason(
        to,
        localize('subnets.routes.enterIpvNetworkExample', {
          family,
          value: family === 4 ? '10.9.0.0/16' : 'fd00:9::/64',
        }),
        `routes.${index}.to`,
      );
    return { to: destination ?? to, via: requireInRange(via, `routes.${index}.via`) };
  });
  if (subnet.dhcp && family === 6) {
    const problem = localize('subnets.problem.ipv6AddressesSetWhen');
    reasons.push({
      name: 'subnetRangeInvalid',
      values: { cidr, problem },
      key: `${fieldPrefix}dhcp`,
    });
  }
  if (reasons.length > 0) throw new UserError(reasons);
  return { gateway, dns, dhcp: subnet.dhcp, routes, description: subnet.description };
}

/** Runs a write of a range that must not overlap existing subnets. Throws `subnetOverlaps`. */
async function withoutOverlap<T>(
  ctx: SignedInContext,
  network: NetworkScope,
  cidr: string,
  key: string,
  write: () => Promise<T>,
): Promise<T> {
  const realm = sql`(select case when kind = 'wan' then datacenter_id else id end from network where id = ${network.id})`;
  const { rows } = await sql<{ cidr: string }>`
    select cidr::text as cidr from subnet where realm = ${realm} and cidr && ${cidr}::cidr limit 1`.execute(
    ctx.db,
  );
  if (rows[0]) throw userError('subnetOverlaps', { cidr, other: rows[0].cidr }, key);
  try {
    return await write();
  } catch (error) {
    // A concurrent request created an overlapping subnet.
    if ((error as { constraint?: string }).constraint === 'subnet_overlap')
      throw userError('subnetOverlaps', { cidr, other: cidr }, key);
    throw error;
  }
}

/**
 * Throws `networkAddressInvalid`, also for a conflict with a server on the network, and
 * `networkAddressTaken` if a server has the address of the new gateway.
 */
export async function updateSubnet(
  ctx: SignedInContext,
  subnetId: string,
  body: Settings,
): Promise<void> {
  const { subnet, network } = await lockSubnetForUpdate(ctx, subnetId);
  const before = settingsOf(subnet);
  const after = validateSettings(subnet, { ...before, ...changesOf(body) }, '');
  if (after.gateway !== before.gateway) await moveGateway(ctx, subnetId, after.gateway);
  await networkTables(ctx.db)
    .updateTable('subnet')
    .set(columnsOf(after))
    .where('id', '=', subnetId)
    .execute();
  await requireNoConflictOnServers(ctx, { subnetId, networkId: network.id }, '');
  ctx.note({
    targetType: 'network',
    targetId: network.id,
    before: { cidr: subnet.cidr, ...before },
    after: { cidr: subnet.cidr, ...after },
  });
  await announceNetwork(ctx, network);
}

const settingsOf = ({ gateway, dns, dhcp, routes, description }: SubnetRow): SubnetSettings => ({
  gateway,
  dns,
  dhcp,
  routes,
  description,
});

async function moveGateway(
  ctx: SignedInContext,
  subnetId: string,
  gateway: string | null,
): Promise<void> {
  await sql`delete from address where subnet_id = ${subnetId} and kind = ${addressKind.gateway}`.execute(
    ctx.db,
  );
  if (gateway === null) return;
  const { rows } = await sql`
    insert into address (subnet_id, ip, kind) values (${subnetId}, ${gateway}, ${addressKind.gateway})
    on conflict (subnet_id, ip) do update set kind = excluded.kind, reserved_for = null where address.kind = ${addressKind.reserved}
    returning ip`.execute(ctx.db);
  if (rows.length > 0) return;
  const [server] = await serversOn(
    ctx,
    sql`nic.id = (select nic_id from address where subnet_id = ${subnetId} and ip = ${gateway})`,
  );
  const problem = server
    ? localize('subnets.usedBy', { server })
    : localize('subnets.usedByOthers');
  throw userError('networkAddressTaken', { address: gateway, problem }, 'gateway');
}

/**
 * Deletes a subnet with its reservations. The address history is kept. Throws `subnetInUse` with
 * the names of the servers.
 */
export async function deleteSubnet(ctx: SignedInContext, subnetId: string): Promise<void> {
  const { subnet, network } = await lockSubnetForUpdate(ctx, subnetId);
  await sql`select from subnet where id = ${subnetId} for update`.execute(ctx.db);
  const servers = await serversOn(
    ctx,
    sql`nic.id in (select nic_id from address where subnet_id = ${subnetId})`,
  );
  if (servers.length > 0)
    throw userError('subnetInUse', { cidr: subnet.cidr, servers: formatServerNames(servers) });
  await networkTables(ctx.db).deleteFrom('address').where('subnet_id', '=', subnetId).execute();
  await networkTables(ctx.db).deleteFrom('subnet').where('id', '=', subnetId).execute();
  ctx.note({
    targetType: 'network',
    targetId: network.id,
    before: { subnetId, cidr: subnet.cidr, ...settingsOf(subnet) },
  });
  await announceNetwork(ctx, network);
}
