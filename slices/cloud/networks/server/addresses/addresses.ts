import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import { render } from '../../../../../contract/errors/messages.ts';
import { visibleTo } from '../../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import type { Page } from '../../../../../server/platform/database/listPage.ts';
import type { addressItem, networkEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { networkDenialReason, nicVisibility } from '../access.ts';
import { announceNetwork, findSubnet, lockSubnetForUpdate, type NetworkRow } from '../find.ts';
import { parseHostname } from '../rules/hostname.ts';
import { isHostOf, parseAddress } from '../rules/ranges.ts';
import { addressKind, networkTables } from '../tables.ts';
import { getNetwork, type NetworkItem, type SubnetItem } from '../views/list.ts';
import { type AddressQuery, readAddressPage } from './addressPage.ts';

type AddressItem = z.output<typeof addressItem>;
type ReserveBody = z.output<(typeof networkEndpoints)['reserveAddresses']['body']>;
type ChangeBody = z.output<(typeof networkEndpoints)['updateAddress']['body']>;

interface AddressRow {
  address: string;
  kind: number | null;
  serverId: string | null;
  server: string | null;
  mac: string | null;
  reverseName: string | null;
  note: string | null;
  reservedFor: string | null;
  since: Date | null;
  /** Whether the server that uses the address is visible to the viewer. */
  isKnown: boolean;
  mayName: boolean;
}

const addressColumns = (ctx: Context): RawBuilder<unknown> => sql`
  host(listed.ip) as address, address.kind, nic.server_id as "serverId", nic.server_name as server, nic.mac::text as mac,
  address.reverse_name as "reverseName", address.note, account.email as "reservedFor", address.since,
  coalesce(${visibleTo(ctx, nicVisibility)}, false) as "isKnown", coalesce(${visibleTo(ctx, nicVisibility, 'manage')}, false) as "mayName"`;

export interface AddressList extends Page<AddressItem> {
  network: NetworkItem;
  subnet: SubnetItem;
}

/** Lists the addresses of a subnet. Throws `notFound`. */
export async function listAddresses(
  ctx: SignedInContext,
  subnetId: string,
  query: AddressQuery,
): Promise<AddressList> {
  const found = await findSubnet(ctx, subnetId);
  const network = await getNetwork(ctx, found.network.id);
  const subnet = network.subnets.find(({ id }) => id === subnetId);
  if (!subnet) throw userError('notFound', { what: 'subnet', id: subnetId });
  const { cidr, family } = found.subnet;
  const page = await readAddressPage<AddressRow>(
    ctx,
    { subnetId, cidr, family, columns: addressColumns(ctx) },
    query,
  );
  const denialReason = networkDenialReason(ctx, found.network);
  const denialText = denialReason && render(denialReason.code, ctx.language, denialReason.values);
  return {
    ...page,
    items: page.items.map((row) => present(ctx, row, denialText)),
    network,
    subnet,
  };
}

/** `denialReason`: why the viewer can't change the network. Viewers who can change it see all details. */
function present(ctx: Context, row: AddressRow, denialReason: string | null): AddressItem {
  const isDisclosed = denialReason === null || row.isKnown;
  return {
    ...{
      id: row.address,
      address: row.address,
      type: row.kind ?? addressKind.none,
      isFree: row.kind === null,
    },
    server: isDisclosed && row.serverId ? { id: row.serverId, name: row.server ?? '' } : null,
    mac: isDisclosed ? row.mac : null,
    reverseName: row.reverseName,
    note: isDisclosed ? (row.note ?? '') : '',
    reservedFor: isDisclosed ? row.reservedFor : null,
    since: isDisclosed ? (row.since?.toISOString() ?? null) : null,
    actions: {
      reserve:
        denialReason ??
        (row.kind === null
          ? null
          : renderReason(ctx, 'networkAddressTaken', row.address, addressInUse(row))),
      change:
        row.kind === null
          ? renderReason(ctx, 'networkAddressNotReserved', row.address)
          : row.mayName && row.serverId
            ? null
            : denialReason,
      free: denialReason ?? reservationObstacle(ctx, row),
    },
  };
}

const renderReason = (
  ctx: Context,
  code: 'networkAddressTaken' | 'networkAddressNotReserved',
  address: string,
  problem = texts.taken,
) => render(code, ctx.language, { address, problem });

const texts = {
  taken: localize('words.taken'),
  kept: localize('words.kept'),
  gateway: localize('words.gateway'),
  given: localize('words.given'),
};

const addressInUse = ({ kind }: Pick<AddressRow, 'kind'>) =>
  kind === addressKind.none
    ? texts.given
    : kind === addressKind.gateway
      ? texts.gateway
      : texts.kept;

function reservationObstacle(
  ctx: Context,
  { address, kind, reservedFor }: AddressRow,
): string | null {
  if (kind === addressKind.gateway)
    return renderReason(ctx, 'networkAddressTaken', address, texts.gateway);
  const isReserved =
    kind === addressKind.reserved || kind === addressKind.reservedUser || reservedFor !== null;
  return isReserved ? null : renderReason(ctx, 'networkAddressNotReserved', address);
}

/**
 * Returns the normalized address. Throws `networkAddressInvalid` for an address outside the subnet.
 */
function addressIn(cidr: string, input: string, key: string): string {
  const parsed = parseAddress(input);
  if (parsed && isHostOf(cidr, parsed.address)) return parsed.address;
  const problem = localize('addresses.problem.enterAddress', { cidr });
  throw userError('networkAddressInvalid', { address: input, problem }, key);
}

/** Reserves all of the addresses or none. Throws `networkAddressInvalid`, `networkAddressTaken`. */
export async function reserveAddresses(
  ctx: SignedInContext,
  subnetId: string,
  body: ReserveBody,
): Promise<void> {
  const { subnet, network } = await lockSubnetForUpdate(ctx, subnetId);
  const account =
    body.type === addressKind.reservedUser ? await accountFor(ctx, network, body.accountId) : null;
  const addresses = body.addresses.map((input, index) =>
    addressIn(subnet.cidr, input, `addresses.${index}`),
  );
  for (const [index, ip] of addresses.entries()) {
    const inserted = await networkTables(ctx.db)
      .insertInto('address')
      .values({
        subnet_id: subnetId,
        ip,
        kind: body.type,
        nic_id: null,
        note: body.note ?? '',
        reserved_for: account,
        reverse_name: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('ip')
      .executeTakeFirst();
    if (!inserted)
      throw userError(
        'networkAddressTaken',
        { address: ip, problem: texts.taken },
        `addresses.${index}`,
      );
  }
  ctx.note({
    targetType: 'network',
    targetId: network.id,
    after: { reserved: addresses, type: body.type, note: body.note ?? '' },
  });
  await announceNetwork(ctx, network);
}

/**
 * Returns the account to reserve addresses for: the owner of a private network, or the account
 * selected by root in a shared network.
 */
async function accountFor(
  ctx: SignedInContext,
  network: NetworkRow,
  accountId: string | undefined,
): Promise<string> {
  if (network.ownerId !== null) return network.ownerId;
  const problem = localize('addresses.problem.chooseAccountReserveThem');
  if (accountId === undefined) throw userError('inputInvalid', { problem }, 'accountId');
  const account = await ctx.db
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!account) throw userError('notFound', { what: 'user', id: accountId }, 'accountId');
  return account.id;
}

interface LockedAddress {
  kind: number;
  nicId: string | null;
  reverseName: string | null;
  note: string;
  reservedFor: string | null;
  mayName: boolean;
}

async function lockAddressForUpdate(
  ctx: SignedInContext,
  subnetId: string,
  ip: string,
): Promise<LockedAddress | null> {
  const { rows } = await sql<LockedAddress>`
    select address.kind, address.nic_id as "nicId", address.reverse_name as "reverseName", address.note, address.reserved_for as "reservedFor",
      coalesce(nic.id is not null and ${visibleTo(ctx, nicVisibility, 'manage')}, false) as "mayName"
    from address left join nic on nic.id = address.nic_id where address.subnet_id = ${subnetId} and address.ip = ${ip} for update of address`.execute(
    ctx.db,
  );
  return rows[0] ?? null;
}

/**
 * Throws `reverseNameInvalid`, `networkAddressInvalid`, `networkAddressNotReserved`, and errors
 * about the network.
 */
export async function updateAddress(
  ctx: SignedInContext,
  subnetId: string,
  input: string,
  body: ChangeBody,
): Promise<void> {
  const { subnet, network } = await findSubnet(ctx, subnetId);
  ctx.note({ targetType: 'network', targetId: network.id });
  const ip = addressIn(subnet.cidr, input, 'address');
  const row = await lockAddressForUpdate(ctx, subnetId, ip);
  const denialReason = row?.mayName ? null : networkDenialReason(ctx, network);
  if (denialReason) throw userError(denialReason.code, denialReason.values);
  if (!row) throw userError('networkAddressNotReserved', { address: ip }, 'address');
  const before = { reverseName: row.reverseName, note: row.note };
  const after = {
    reverseName: body.reverseName === undefined ? row.reverseName : nameOf(body.reverseName),
    note: body.note ?? row.note,
  };
  await networkTables(ctx.db)
    .updateTable('address')
    .set({ reverse_name: after.reverseName, note: after.note })
    .where('subnet_id', '=', subnetId)
    .where('ip', '=', ip)
    .execute();
  ctx.note({
    targetType: 'network',
    targetId: network.id,
    before: { address: ip, ...before },
    after: { address: ip, ...after },
  });
  await announceNetwork(ctx, network);
}

function nameOf(input: string): string | null {
  if (input === '') return null;
  const parsed = parseHostname(input);
  if ('name' in parsed) return parsed.name;
  throw userError('reverseNameInvalid', { name: input, problem: parsed }, 'reverseName');
}

/**
 * Ends a reservation. A server that uses the address keeps it until it releases it. Throws
 * `networkAddressNotReserved`, `networkAddressTaken`.
 */
export async function findFreeAddress(
  ctx: SignedInContext,
  subnetId: string,
  given: string,
): Promise<void> {
  const { subnet, network } = await lockSubnetForUpdate(ctx, subnetId);
  const ip = addressIn(subnet.cidr, given, 'address');
  const row = await lockAddressForUpdate(ctx, subnetId, ip);
  if (row?.kind === addressKind.gateway)
    throw userError('networkAddressTaken', { address: ip, problem: texts.gateway }, 'address');
  const isUnused = row?.kind === addressKind.none;
  if (!row || (isUnused && row.reservedFor === null))
    throw userError('networkAddressNotReserved', { address: ip }, 'address');
  const table = networkTables(ctx.db);
  if (isUnused)
    await table
      .updateTable('address')
      .set({ reserved_for: null })
      .where('subnet_id', '=', subnetId)
      .where('ip', '=', ip)
      .execute();
  else
    await table
      .deleteFrom('address')
      .where('subnet_id', '=', subnetId)
      .where('ip', '=', ip)
      .execute();
  ctx.note({
    targetType: 'network',
    targetId: network.id,
    before: { address: ip, type: row.kind, note: row.note },
  });
  await announceNetwork(ctx, network);
}
