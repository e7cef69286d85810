import * as z from 'zod';
import { endpoint, id, text } from '../../../contract/endpoint.ts';
import { networkItem, networkKind } from '../networks/contract.ts';
import { serverItem } from '../servers/contract.ts';
import { localize } from './texts/localize.ts';

/** Why the action isn't available to the viewer now, in the viewer's language. Null if it is. */
const reason = z.string().nullable();

export const topologyNetwork = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  kind: networkKind,
  vlan: z.int(),
  datacenterId: z.uuid(),
  datacenterCode: networkItem.shape.datacenterCode,
  isShared: z.boolean(),
  subnets: z.array(z.strictObject({ id: z.uuid(), cidr: z.string(), free: z.int().nullable() })),
  /** Why no server can be connected to the network. Null if one can. */
  connect: reason,
});

export const topologyServer = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  power: serverItem.shape.power,
  status: serverItem.shape.status,
  datacenterId: z.uuid(),
  cards: z.array(
    z.strictObject({
      id: z.uuid(),
      networkId: z.uuid(),
      networkName: z.string(),
      /** One address per family, with its subnet. */
      addresses: z.array(z.strictObject({ address: z.string(), subnetId: z.uuid() })),
    }),
  ),
  /** Why no network interface can be added. Null if one can. */
  connect: reason,
});

export const topologyEndpoints = {
  getTopology: endpoint({
    title: localize('operations.getTopology'),
    method: 'GET',
    path: '/topology',
    summary:
      'Get the topology of datacenters, networks, subnets, and servers. `filter` works as in the server and network lists.',
    access: 'networks.view',
    changes: false,
    topics: ['server', 'network', 'task', 'datacenter'],
    query: z.strictObject({ datacenter: id.optional(), filter: text({ max: 200 }).optional() }),
    answer: z.strictObject({
      datacenters: z.array(
        z.strictObject({ id: z.uuid(), name: z.string(), isReady: z.boolean() }),
      ),
      networks: z.array(topologyNetwork),
      servers: z.array(topologyServer),
      /** Number of networks not included. If there are too many, the map shows none. */
      moreNetworks: z.int(),
      moreServers: z.int(),
    }),
  }),
};

export { topologyEndpoints as endpoints };
