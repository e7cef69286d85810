import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { networkLine, subnetFields, subnetLine } from '../contract/parts.ts';
import { localize } from '../texts/localize.ts';
import type { Call } from './describe/operations.ts';
import { flagError, parseOptional, required, wholeNumber } from './describe/values.ts';
import {
  findDatacenter,
  findNetworkByNumber,
  findSubnetByNumber,
  type Network,
  networkName,
  networksOf,
  subnetNumber,
} from './serverOptions.ts';

type Subnet = Network['subnets'][number];
type SubnetFields = { [K in keyof typeof subnetFields]: string };

/** Private networks only, because clients can't create or delete public ones. */
const isPrivate = ({ kind }: Network): boolean => kind !== 'wan';

export async function listNetworks(
  call: Call,
  datacenter: string,
): Promise<z.output<typeof networkLine>[]> {
  const networks = await networksOf(
    call,
    await findDatacenter(call, required('datacenter', datacenter)),
  );
  return networks.filter(isPrivate).map(describeNetwork);
}

/** The network's number in the datacenter is used as both ID and VLAN. */
const describeNetwork = (network: Network) => ({
  datacenter: network.datacenterCode,
  ids: [network.vlan],
  names: [networkName(network)],
  vlanId: network.vlan,
});

interface Page {
  filter: string;
  size: string;
  from: string;
}

/** `from` is zero-based. A missing or zero size returns all items. */
function pageOf<T>(
  items: readonly T[],
  { size, from }: Page,
): { size: number; total: number; items: T[] } {
  const start = from === '' ? 0 : wholeNumber('from', from);
  const pageSize = size === '' ? 0 : wholeNumber('size', size);
  const pageItems = pageSize === 0 ? items.slice(start) : items.slice(start, start + pageSize);
  return { size: pageSize, total: items.length, items: pageItems };
}

export async function pageOfNetworks(call: Call, datacenter: string, page: Page) {
  const networks = await listNetworks(call, datacenter);
  return pageOf(
    networks.filter(({ names }) => names.some((name) => name.includes(page.filter.toLowerCase()))),
    page,
  );
}

export async function createNetwork(
  call: Call,
  input: SubnetFields & { datacenter: string; name: string },
) {
  const { id: datacenterId } = await findDatacenter(call, required('datacenter', input.datacenter));
  const subnet = { cidr: cidrOf(input), ...settingsOf(input) };
  const body = { datacenterId, kind: 'lan' as const, name: required('name', input.name), subnet };
  const { vlan, subnetId } = await call.portal('createNetwork', { body });
  return { networkId: vlan, subnetId: subnetNumber(subnetId ?? '') };
}

const cidrOf = ({ subnetIp, subnetBit }: SubnetFields): string =>
  `${required('subnetIp', subnetIp)}/${wholeNumber('subnetBit', required('subnetBit', subnetBit))}`;

const settingsOf = ({ gateway, dns1, dns2, subnetDescription }: SubnetFields) => ({
  gateway,
  dns: [dns1, dns2].filter((address) => address !== ''),
  description: subnetDescription,
});

async function findByNumber(call: Call, datacenter: string, number: string): Promise<Network> {
  const foundDatacenter = await findDatacenter(call, required('datacenter', datacenter));
  return findNetworkByNumber(await networksOf(call, foundDatacenter), required('id', number));
}

/**
 * A network with subnets isn't deleted. They are deleted first, one by one. Throws
 * `compatibleNetworkKept`.
 */
export async function deleteNetwork(call: Call, datacenter: string, number: string): Promise<void> {
  const network = await findByNumber(call, datacenter, number);
  if (network.subnets.length > 0) throw userError('compatibleNetworkKept', { name: network.name });
  await call.portal('deleteNetwork', { params: { vlanId: network.id } });
}

export async function listSubnets(
  call: Call,
  datacenter: string,
  number: string,
): Promise<z.output<typeof subnetLine>[]> {
  const network = await findByNumber(call, datacenter, number);
  return network.subnets.map((subnet) => describeSubnet(network, subnet));
}

export async function pageOfSubnets(
  call: Call,
  { datacenter, vlanId, ...page }: Page & { datacenter: string; vlanId: string },
) {
  const subnets = await listSubnets(call, datacenter, vlanId);
  const { items, ...rest } = pageOf(
    subnets.filter(({ subnetIp, subnetDescription }) =>
      `${subnetIp} ${subnetDescription}`.includes(page.filter),
    ),
    page,
  );
  return { ...rest, items, subnets: items };
}

export async function createSubnet(
  call: Call,
  datacenter: string,
  number: string,
  input: SubnetFields,
) {
  const network = await findByNumber(call, datacenter, number);
  const body = { cidr: cidrOf(input), ...settingsOf(input) };
  const { id } = await call.portal('createSubnet', { params: { vlanId: network.id }, body });
  return { subnetId: subnetNumber(id) };
}

/** The range of a subnet can't change, so a given range must equal the current one. */
export async function updateSubnet(call: Call, number: string, input: SubnetFields) {
  const { subnet } = findSubnetByNumber(await networksOf(call), number);
  const requestedCidr =
    parseOptional(input.subnetIp) && parseOptional(input.subnetBit) ? cidrOf(input) : subnet.cidr;
  if (requestedCidr !== subnet.cidr)
    throw flagError(
      'subnetIp',
      requestedCidr,
      localize('networks.updateSubnet.subnetsRangeCantChange', { cidr: subnet.cidr }),
    );
  await call.portal('updateSubnet', { params: { subnetId: subnet.id }, body: settingsOf(input) });
  const changed = findSubnetByNumber(await networksOf(call), number);
  const {
    datacenter: _datacenter,
    vlanId: _vlanId,
    ...line
  } = describeSubnet(changed.network, changed.subnet);
  return { ...line, edit: changed.subnet.actions.change === null };
}

export async function deleteSubnet(call: Call, number: string): Promise<void> {
  const { subnet } = findSubnetByNumber(await networksOf(call), number);
  await call.portal('deleteSubnet', { params: { subnetId: subnet.id } });
}

/** Subnets of up to /22 are listed completely, larger ones only with their first addresses. */
const minFullyListedPrefix = 22;

export async function listAddresses(call: Call, number: string) {
  const { subnet } = findSubnetByNumber(await networksOf(call), number);
  const size = subnet.family === 4 && subnet.prefix >= minFullyListedPrefix ? '0' : '500';
  const { items } = await call.portal('listAddresses', {
    params: { subnetId: subnet.id },
    query: { size },
  });
  return items.map(({ address, actions }) => ({
    ip: address,
    clearIsEnable: actions.free === null,
  }));
}

/** A name and ranges that aren't used by any of the caller's networks. */
export async function suggestNetwork(call: Call, datacenter: string) {
  await findDatacenter(call, datacenter);
  const { suggestedName, suggestedCidr } = await call.portal('getNetworkOptions', {});
  const [subnetIp = ''] = suggestedCidr.split('/');
  return {
    name: suggestedName,
    subnetIp: [subnetIp],
    subnetMask: ['23', '24', '25', '26', '27', '28', '29'],
  };
}

function describeSubnet(network: Network, subnet: Subnet): z.output<typeof subnetLine> {
  const [subnetIp = ''] = subnet.cidr.split('/');
  const [dns1 = '', dns2 = ''] = subnet.dns;
  const range = rangeOf(subnet);
  return {
    ...{
      datacenter: network.datacenterCode,
      vlanId: network.vlan,
      subnetId: subnetNumber(subnet.id),
    },
    ...{ total: range.total, startRange: range.first, endRange: range.last },
    ...{
      subnetIp,
      subnetBit: subnet.prefix,
      subnetMask: subnet.family === 4 ? dotted(maskOf(subnet.prefix)) : '',
    },
    ...{
      subnetDescription: subnet.description,
      dns1,
      dns2,
      gateway: subnet.gateway ?? '',
      inUse: subnet.used,
    },
  };
}

const maskOf = (prefix: number): number => (prefix === 0 ? 0 : (-1 << (32 - prefix)) >>> 0);
const dotted = (value: number): string =>
  [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');

/** The first and last address for servers. Clients support only IPv4. */
function rangeOf({ cidr, family, prefix, range }: Subnet): {
  first: string;
  last: string;
  total: number;
} {
  if (family === 6) return { first: range?.first ?? '', last: range?.last ?? '', total: 0 };
  const first =
    cidr
      .split('/')[0]
      ?.split('.')
      .reduce((sum, part) => sum * 256 + Number(part), 0) ?? 0;
  const size = 2 ** (32 - prefix);
  return { first: dotted(first + 1), last: dotted(first + size - 2), total: Math.max(size - 2, 0) };
}
