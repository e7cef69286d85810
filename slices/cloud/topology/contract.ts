import * as z from 'zod';
import { endpoint, id, text } from '../../../contract/endpoint.ts';
import { networkItem, networkKind } from '../networks/contract.ts';
import { serverItem } from '../servers/contract.ts';
import { localize } from './texts/localize.ts';

/** Null: the viewer may do it now. Otherwise why not, in the viewer's language. */
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
  /** Whether a server may be plugged into it. */
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
      /** One of each family, with the subnet it is of. */
      addresses: z.array(z.strictObject({ address: z.string(), subnetId: z.uuid() })),
    }),
  ),
  /** Whether another network interface can be added. */
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
      /** How many more there are. With too many, the map shows none. */
      moreNetworks: z.int(),
      moreServers: z.int(),
    }),
  }),
};

export { topologyEndpoints as endpoints };
