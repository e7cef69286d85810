import * as z from 'zod';
import { done, endpoint, id, integerText, moment, text } from '../../../contract/endpoint.ts';
import { datePage, datePageQuery, listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

export const networkKind = z.enum(['wan', 'lan', 'int']);
/** Specification section 4: 0 lan, 1 wan, 2 int. */
const networkType = z.int().min(0).max(2);
/**
 * Specification section 4: 0 None (assigned to a server, or free), 1 Reserved, 2 Gateway, 3
 * Reserved User.
 */
const addressType = z.int().min(0).max(3);
/** Why the viewer can't do this now, in the viewer's language. Null if they can. */
const reason = z.string().nullable();

export const subnetActions = z.strictObject({ change: reason, reserve: reason, remove: reason });

export const subnetItem = z.strictObject({
  id: z.uuid(),
  /** `10.64.0.0/16`, `fd00:1::/64` */
  cidr: z.string(),
  family: z.union([z.literal(4), z.literal(6)]),
  prefix: z.int(),
  /**
   * First and last assignable address. Set only if the prefix is below 23 (specification section
   * 5).
   */
  range: z.strictObject({ first: z.string(), last: z.string() }).nullable(),
  /** Null if the subnet has no gateway. */
  gateway: z.string().nullable(),
  dns: z.array(z.string()),
  /** If false, servers get their addresses from the seed. */
  dhcp: z.boolean(),
  routes: z.array(z.strictObject({ to: z.string(), via: z.string() })),
  description: z.string(),
  createdAt: z.iso.datetime({ precision: 6 }),
  /** Null if there are too many to count exactly. */
  free: z.int().nullable(),
  /** Assigned to servers. Servers in the Trash keep their public addresses. */
  used: z.int(),
  /** Reserved: gateway, services and manual reservations. */
  reserved: z.int(),
  actions: subnetActions,
});

export const networkActions = z.strictObject({
  change: reason,
  addSubnet: reason,
  connect: reason,
  remove: reason,
});

export const networkItem = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  kind: networkKind,
  type: networkType,
  /** The network number in the datacenter. Numbers from 1 to 4094 are 802.1Q VLAN IDs. */
  vlan: z.int(),
  datacenterId: z.uuid(),
  datacenter: z.string(),
  datacenterCode: z.string(),
  /** A note by users. */
  note: z.string(),
  /** How the engine implements this network. */
  description: z.string(),
  /**
   * Whether the network is open to every customer of the datacenter. Otherwise it belongs to one
   * customer.
   */
  isShared: z.boolean(),
  /** The owner. Null for shared networks. */
  owner: z.string(),
  subnets: z.array(subnetItem),
  /** IPv4 only. */
  free: z.int(),
  used: z.int(),
  /** Network interfaces connected to the network. */
  cards: z.int(),
  actions: networkActions,
});

const networkName = text({ min: 1, max: 63 });
const note = text({ max: 500 });
/** An IPv4 or IPv6 address in any notation. Stored in normalized form. */
const address = z
  .string()
  .trim()
  .max(45)
  .regex(/^[0-9a-fA-F:.]{2,45}$/, {
    message: schemaMessage(localize('invalid.message.enterIpv4Ipv6Address')),
  });
const cidr = z
  .string()
  .trim()
  .max(49)
  .regex(/^[0-9a-fA-F:.]{2,45}\/\d{1,3}$/, {
    message: schemaMessage(localize('invalid.message.enterRangeExample192')),
  });

const subnetSettings = {
  /** Empty or omitted for no gateway. */
  gateway: z.union([z.literal(''), address]).optional(),
  dns: z.array(address).max(4).optional(),
  dhcp: z.boolean().optional(),
  routes: z
    .array(z.strictObject({ to: cidr, via: address }))
    .max(50)
    .optional(),
  description: note.optional(),
};
const subnetBody = z.strictObject({ cidr, ...subnetSettings });

const networkParams = z.strictObject({ vlanId: id });
const subnetParams = z.strictObject({ subnetId: id });
const addressParams = z.strictObject({ subnetId: id, address });

export const addressItem = z.strictObject({
  /** The address itself. */
  id: z.string(),
  address: z.string(),
  type: addressType,
  isFree: z.boolean(),
  /** The server that uses the address, if visible to the viewer. */
  server: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  mac: z.string().nullable(),
  reverseName: z.string().nullable(),
  note: z.string(),
  /** The account the address is reserved for. */
  reservedFor: z.string().nullable(),
  since: moment.nullable(),
  actions: z.strictObject({ reserve: reason, change: reason, free: reason }),
});

export const addressView = z.enum(['all', 'free', 'used', 'reserved']);

export const addressTenancy = z.strictObject({
  id: z.string(),
  address: z.string(),
  from: moment,
  /** Null if the server still has the address. */
  to: moment.nullable(),
  serverId: z.uuid(),
  /** The server name at that time. */
  server: z.string(),
  /** Whether the server still exists. */
  isThere: z.boolean(),
  owner: z.string(),
  mac: z.string(),
  datacenter: z.string(),
  networkId: z.uuid(),
  network: z.string(),
  subnetId: z.uuid(),
  subnet: z.string(),
});

export const networkEndpoints = {
  listNetworks: endpoint({
    title: localize('operations.listNetworks'),
    method: 'GET',
    path: '/networks',
    summary:
      'List networks that are public or your own. `filter` matches part of a name, a number, or an IP address in them.',
    access: 'networks.view',
    changes: false,
    topics: ['network'],
    query: listQuery(['name', 'kind', 'vlan', 'created'], {
      datacenter: id.optional(),
      kind: networkKind.optional(),
    }),
    answer: listPage(networkItem).extend({
      /** The options of the datacenter filter. */
      datacenters: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
    }),
  }),
  getNetworkOptions: endpoint({
    title: localize('operations.getNetworkOptions'),
    method: 'GET',
    path: '/networks/options',
    summary: 'Get the options for creating a network: datacenters, types, and a free range.',
    access: 'networks.manage',
    changes: false,
    answer: z.strictObject({
      datacenters: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
      kinds: z.array(networkKind),
      suggestedName: z.string(),
      /** Free ranges that none of the user's networks contains. */
      suggestedCidr: z.string(),
      suggestedCidr6: z.string(),
    }),
  }),
  createNetwork: endpoint({
    title: localize('operations.createNetwork'),
    method: 'POST',
    path: '/networks',
    summary:
      'Create a network. Everyone can create private networks (lan), isolated at layer 2. Only root can create wan and int networks.',
    access: 'networks.manage',
    changes: true,
    touches: ['network', 'task'],
    body: z.strictObject({
      datacenterId: id,
      kind: networkKind,
      name: networkName,
      note: note.optional(),
      /** Can be set by root only. Defaults to the lowest free number. */
      vlan: z.int().min(1).max(4094).optional(),
      subnet: subnetBody.optional(),
    }),
    answer: z.strictObject({
      id: z.uuid(),
      datacenterCode: z.string(),
      vlan: z.int(),
      subnetId: z.uuid().nullable(),
    }),
    errors: [
      'networkNameTaken',
      'networkOfRoot',
      'networkLimit',
      'networkNumberTaken',
      'subnetRangeInvalid',
      'subnetOverlaps',
      'networkAddressInvalid',
      'lockedByParent',
    ],
  }),
  getAddressHistory: endpoint({
    title: localize('operations.getAddressHistory'),
    method: 'GET',
    path: '/networks/history',
    summary:
      'List the servers that had an IP address, newest first. With `at`, the one at that moment. Deleted servers are included.',
    access: 'networks.view',
    changes: false,
    topics: ['network'],
    query: datePageQuery.extend({
      /** An address, or a template such as `10.1.` or `10.1.*.7`. */
      address: text({ max: 45 }).optional(),
      at: moment.optional(),
      serverId: id.optional(),
    }),
    answer: datePage(addressTenancy),
    errors: ['networkAddressInvalid'],
  }),
  getNetwork: endpoint({
    title: localize('operations.getNetwork'),
    method: 'GET',
    path: '/networks/{vlanId}',
    summary: 'Get a network with its subnets.',
    access: 'networks.view',
    changes: false,
    topics: ['network:{vlanId}'],
    params: networkParams,
    answer: networkItem,
  }),
  updateNetwork: endpoint({
    title: localize('operations.updateNetwork'),
    method: 'PUT',
    path: '/networks/{vlanId}',
    summary: 'Update a network’s name and note.',
    access: 'networks.manage',
    changes: true,
    touches: ['network:{vlanId}'],
    params: networkParams,
    body: z.strictObject({ name: networkName, note }),
    answer: done,
    errors: ['networkNameTaken', 'networkOfRoot', 'lockedByParent', 'rightMissing'],
  }),
  deleteNetwork: endpoint({
    title: localize('operations.deleteNetwork'),
    method: 'DELETE',
    path: '/networks/{vlanId}',
    summary: 'Delete a network without servers, with its subnets and reservations.',
    access: 'networks.manage',
    changes: true,
    touches: ['network:{vlanId}', 'task'],
    params: networkParams,
    answer: done,
    errors: ['networkInUse', 'networkOfRoot', 'lockedByParent', 'rightMissing'],
  }),
  createSubnet: endpoint({
    title: localize('operations.createSubnet'),
    method: 'POST',
    path: '/networks/{vlanId}/subnets',
    summary: 'Create a subnet in a network.',
    access: 'networks.manage',
    changes: true,
    touches: ['network:{vlanId}', 'task'],
    params: networkParams,
    body: subnetBody,
    answer: z.strictObject({ id: z.uuid() }),
    errors: [
      'subnetRangeInvalid',
      'subnetOverlaps',
      'networkAddressInvalid',
      'networkOfRoot',
      'lockedByParent',
      'rightMissing',
    ],
  }),
  updateSubnet: endpoint({
    title: localize('operations.updateSubnet'),
    method: 'PUT',
    path: '/subnets/{subnetId}',
    summary:
      'Update a subnet’s gateway, name servers, DHCP, routes, or description. Omitted fields stay. Servers apply the change at their next start.',
    access: 'networks.manage',
    changes: true,
    touches: ['network'],
    params: subnetParams,
    body: z.strictObject(subnetSettings),
    answer: done,
    errors: [
      'subnetRangeInvalid',
      'networkAddressInvalid',
      'networkAddressTaken',
      'networkOfRoot',
      'lockedByParent',
      'rightMissing',
    ],
  }),
  deleteSubnet: endpoint({
    title: localize('operations.deleteSubnet'),
    method: 'DELETE',
    path: '/subnets/{subnetId}',
    summary: 'Delete a subnet without servers, with its reservations.',
    access: 'networks.manage',
    changes: true,
    touches: ['network', 'task'],
    params: subnetParams,
    answer: done,
    errors: ['subnetInUse', 'networkOfRoot', 'lockedByParent', 'rightMissing'],
  }),
  listAddresses: endpoint({
    title: localize('operations.listAddresses'),
    method: 'GET',
    path: '/subnets/{subnetId}/addresses',
    summary:
      'List the IP addresses of a subnet: all, free, used, or reserved. `filter` matches a template such as `10.1.` or `10.1.*.7`.',
    access: 'networks.view',
    changes: false,
    topics: ['network'],
    params: subnetParams,
    query: z.strictObject({
      filter: text({ max: 60 }).optional(),
      view: addressView.optional(),
      size: integerText({ min: 0, max: 500 }).optional(),
      start: z
        .string()
        .trim()
        .max(100)
        .regex(/^[\w-]+$/)
        .optional(),
    }),
    answer: listPage(addressItem).extend({ network: networkItem, subnet: subnetItem }),
    errors: ['networkAddressInvalid'],
  }),
  reserveAddresses: endpoint({
    title: localize('operations.reserveAddresses'),
    method: 'POST',
    path: '/subnets/{subnetId}/addresses',
    summary:
      'Reserve free IP addresses: type 1 for network services, type 3 for the network owner’s servers.',
    access: 'networks.manage',
    changes: true,
    touches: ['network'],
    params: subnetParams,
    body: z.strictObject({
      addresses: z.array(address).min(1).max(256),
      type: z.union([z.literal(1), z.literal(3)]),
      note: note.optional(),
      /** The account a type 3 address is reserved for, in a shared network. */
      accountId: id.optional(),
    }),
    answer: done,
    errors: [
      'networkAddressInvalid',
      'networkAddressTaken',
      'networkOfRoot',
      'lockedByParent',
      'rightMissing',
    ],
  }),
  updateAddress: endpoint({
    title: localize('operations.updateAddress'),
    method: 'PUT',
    path: '/subnets/{subnetId}/addresses/{address}',
    summary:
      'Update an IP address’s reverse DNS name or note. The owner of the server that uses it can do this too.',
    access: 'networks.manage',
    changes: true,
    touches: ['network'],
    params: addressParams,
    body: z.strictObject({
      /** Empty to remove the name. */
      reverseName: text({ max: 254 }).optional(),
      note: note.optional(),
    }),
    answer: done,
    errors: [
      'reverseNameInvalid',
      'networkAddressInvalid',
      'networkAddressNotReserved',
      'networkOfRoot',
      'lockedByParent',
      'rightMissing',
    ],
  }),
  freeAddress: endpoint({
    title: localize('operations.freeAddress'),
    method: 'DELETE',
    path: '/subnets/{subnetId}/addresses/{address}',
    summary: 'Remove a reservation. The IP address can be assigned to servers again.',
    access: 'networks.manage',
    changes: true,
    touches: ['network'],
    params: addressParams,
    answer: done,
    errors: [
      'networkAddressInvalid',
      'networkAddressNotReserved',
      'networkAddressTaken',
      'networkOfRoot',
      'lockedByParent',
      'rightMissing',
    ],
  }),
  getReverseZone: endpoint({
    title: localize('operations.getReverseZone'),
    method: 'GET',
    path: '/subnets/{subnetId}/reverse',
    summary: 'Export the reverse DNS zone of a subnet (RFC 1035).',
    access: 'networks.view',
    changes: false,
    kind: 'file',
    params: subnetParams,
  }),
};

export { networkEndpoints as endpoints };
