import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { requirePermission } from '../../../../server/platform/access/scope.ts';
import type { datacenterItem } from '../../datacenters/contract.ts';
import { listDatacenters } from '../../datacenters/server/index.ts';
import type { networkItem } from '../../networks/contract.ts';
import { listNetworks } from '../../networks/server/index.ts';
import type { createOptions } from '../../servers/contract.ts';
import type { Call } from './describe/operations.ts';

type Datacenter = z.output<typeof datacenterItem>;

/** A datacenter as shown to clients: `code` is its short code, `ownCode` the portal's code. */
export interface ListedDatacenter extends Datacenter {
  ownCode: string;
}
export type Network = z.output<typeof networkItem>;
type CreateOptions = z.output<typeof createOptions>;
export type OfferedImage = CreateOptions['images'][number];
export interface Options extends Omit<CreateOptions, 'datacenters'> {
  datacenters: ListedDatacenter[];
}

const toListedDatacenter = (datacenter: Datacenter): ListedDatacenter => ({
  ...datacenter,
  code: datacenter.shortCode,
  ownCode: datacenter.code,
});

export const listedDatacenters = async ({ portal }: Call): Promise<ListedDatacenter[]> =>
  (await portal('listDatacenters', {})).items.map(toListedDatacenter);

export async function optionsOf({ portal }: Call): Promise<Options> {
  const options = await portal('getCreateOptions', {});
  return { ...options, datacenters: options.datacenters.map(toListedDatacenter) };
}

/**
 * Finds a datacenter by its short code, case-insensitive, or by the portal's code. Throws
 * `compatibleDatacenterUnknown`.
 */
export async function findDatacenter(call: Call, code: string): Promise<ListedDatacenter> {
  return pickDatacenter(await listedDatacenters(call), code);
}

export function pickDatacenter(
  places: readonly ListedDatacenter[],
  code: string,
): ListedDatacenter {
  const lowerCode = code.toLowerCase();
  const found =
    places.find((datacenter) => datacenter.code.toLowerCase() === lowerCode) ??
    places.find(({ ownCode }) => ownCode === lowerCode);
  if (found) return found;
  throw userError('compatibleDatacenterUnknown', {
    given: code.slice(0, 60),
    names: places.map((datacenter) => datacenter.code).join(', '),
  });
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/**
 * `EU` → `{id, name, category, subCategory}`: clients show `subCategory` as the name and `name` as
 * the country.
 */
export const describePlace = ({ code, name, region, country }: ListedDatacenter) => ({
  id: code,
  name: country === null ? region || name : (countryNames.of(country) ?? country),
  category: region || name,
  subCategory: name,
});

/** `EU:6000c2…`: the client's ID of an image in a datacenter. */
export const qualifiedImageId = (
  datacenter: Pick<ListedDatacenter, 'code'>,
  imageId: string,
): string => `${datacenter.code}:${imageId.replaceAll('-', '')}`;

const asUuid = (hex: string): string =>
  hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export const imagesIn = (options: Options, datacenter: ListedDatacenter): OfferedImage[] =>
  options.images.filter(({ readyIn }) => readyIn.includes(datacenter.id));

/**
 * Finds an image by `DC:hex`, plain hex, name or code. Throws `compatibleImageElsewhere` for the ID
 * of another datacenter, and `compatibleImageUnknown`.
 */
export function findImage(
  options: Options,
  targetDatacenter: ListedDatacenter,
  idOrName: string,
): OfferedImage {
  const images = imagesIn(options, targetDatacenter);
  const [, datacenter, hex] = /^(?:([^:]+):)?([0-9a-f]{32})$/i.exec(idOrName.trim()) ?? [];
  if (hex) {
    if (datacenter && datacenter.toLowerCase() !== targetDatacenter.code.toLowerCase())
      throw userError('compatibleImageElsewhere');
    const found = images.find(({ id }) => id === asUuid(hex));
    if (found) return found;
  }
  const query = idOrName.trim().toLowerCase();
  const match = images.find(({ id, name, code }) =>
    [id, name.toLowerCase(), code.toLowerCase()].includes(query),
  );
  if (match) return match;
  const names = images.map(({ name }) => name).join(', ');
  throw userError('compatibleImageUnknown', {
    given: idOrName.slice(0, 200),
    datacenter: targetDatacenter.code,
    names,
  });
}

/**
 * The networks available to the account's servers in one or all datacenters: shared networks and
 * its own. Networks and subnets are in creation order, because clients store them in their state.
 */
export async function networksOf({ ctx }: Call, datacenter?: ListedDatacenter): Promise<Network[]> {
  requirePermission(ctx, 'networks.view');
  const codes = new Map((await listDatacenters(ctx)).map(({ id, shortCode }) => [id, shortCode]));
  const { items } = await listNetworks(ctx, {
    size: 0,
    isOwn: true,
    datacenter: datacenter?.id,
    sorting: 'created',
  });
  return items.map((network) => ({
    ...network,
    datacenterCode: codes.get(network.datacenterId) ?? network.datacenterCode,
    subnets: network.subnets.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)),
  }));
}

const toSlug = (text: string): string => text.toLowerCase().replace(/[\s,=]+/g, '-');

type NamedNetwork = Pick<Network, 'kind' | 'isShared' | 'vlan' | 'name' | 'datacenterCode'>;

/** `wan-eu` for the public network, `lan-105-backend` for a private one. */
export function networkName({ kind, isShared, vlan, name, datacenterCode }: NamedNetwork): string {
  if (kind === 'wan' && isShared) return `wan-${datacenterCode.toLowerCase()}`;
  return `${kind === 'wan' ? 'wan' : 'lan'}-${vlan}-${toSlug(name)}`;
}

/**
 * Finds a network by the client's names: `wan`, its full name, or its short name. Null for `wan`,
 * which means any public network. Throws `compatibleNetworkUnknown`.
 */
export function findNetworkByName(networks: readonly Network[], idOrName: string): Network | null {
  const lowerName = idOrName.toLowerCase();
  if (lowerName === 'wan') return null;
  const found =
    networks.find((network) => networkName(network) === lowerName) ??
    networks.find(({ name }) => toSlug(name) === lowerName);
  if (!found) throw userError('compatibleNetworkUnknown', { given: idOrName.slice(0, 100) });
  return found;
}

/** Clients identify networks by their number in the datacenter. Throws `compatibleNetworkNone`. */
export function findNetworkByNumber(networks: readonly Network[], number: string): Network {
  const found = networks.find(({ vlan, kind }) => String(vlan) === number && kind !== 'wan');
  if (!found) throw userError('compatibleNetworkNone', { given: number.slice(0, 30) });
  return found;
}

/**
 * 48 bits derived from the ID. Clients can represent this number exactly, and it doesn't need to be
 * stored.
 */
export const subnetNumber = (subnetId: string): number =>
  createHash('sha256').update(subnetId).digest().readUIntBE(0, 6);

/**
 * Finds a subnet by its number in all of the caller's networks. Throws `compatibleSubnetUnknown`.
 */
export function findSubnetByNumber(networks: readonly Network[], number: string) {
  for (const network of networks)
    for (const subnet of network.subnets)
      if (String(subnetNumber(subnet.id)) === number) return { network, subnet };
  throw userError('compatibleSubnetUnknown', { given: number.slice(0, 30) });
}
