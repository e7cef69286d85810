import type { Answer } from '../../../../web/client.ts';

export type Topology = Answer<'getTopology'>;
export type Network = Topology['networks'][number];
export type Server = Topology['servers'][number];

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A line from a server's interface to the subnet of its address. */
export interface Connection {
  key: string;
  from: { x: number; y: number };
  to: { x: number; y: number };
  kind: Network['kind'];
  serverId: string;
  networkId: string;
}

export interface DatacenterBox {
  id: string;
  name: string;
  isReady: boolean;
  box: Box;
  networks: { network: Network; box: Box }[];
  servers: { server: Server; box: Box }[];
}

export interface Drawing {
  width: number;
  height: number;
  places: DatacenterBox[];
  wires: Connection[];
}

/** px */
const measures = {
  head: 30,
  padding: 12,
  gap: 12,
  networkHead: 48,
  subnet: 24,
  server: 70,
  least: 300,
};

/** The height of a network with its subnets, or with a placeholder line if there are none. */
const networkHeight = ({ subnets }: Network): number =>
  measures.networkHead + Math.max(1, subnets.length) * measures.subnet + 6;

/**
 * Lays out everything within a width. Each datacenter is a frame with its networks on one side and
 * its servers on the other, so that wires run between them. `isMirrored` puts the networks on the
 * right for right-to-left languages.
 */
export function computeLayout(
  { datacenters, networks, servers }: Topology,
  available: number,
  isMirrored: boolean,
): Drawing {
  const width = Math.max(measures.least, available);
  const inner = width - 2 * measures.padding;
  const gapWidth = Math.min(220, Math.max(36, inner * 0.16));
  const networkWidth = Math.min(360, (inner - gapWidth) / 2);
  const serverWidth = Math.min(360, inner - gapWidth - networkWidth);
  const mirror = (box: Box): Box => (isMirrored ? { ...box, x: width - box.x - box.width } : box);
  const datacenterBoxes: DatacenterBox[] = [];
  let top = 0;
  for (const { id, name, isReady } of datacenters) {
    const start = top + measures.head + measures.padding;
    const placedNetworks = stack(
      networks.filter(({ datacenterId }) => datacenterId === id),
      networkHeight,
      (y, height) => mirror({ x: measures.padding, y: start + y, width: networkWidth, height }),
    );
    const placedServers = stack(
      servers.filter(({ datacenterId }) => datacenterId === id),
      () => measures.server,
      (y, height) =>
        mirror({
          x: width - measures.padding - serverWidth,
          y: start + y,
          width: serverWidth,
          height,
        }),
    );
    const height =
      measures.head + 2 * measures.padding + Math.max(placedNetworks.height, placedServers.height);
    datacenterBoxes.push({
      ...{ id, name, isReady, box: { x: 0, y: top, width, height } },
      networks: placedNetworks.items.map(({ item, box }) => ({ network: item, box })),
      servers: placedServers.items.map(({ item, box }) => ({ server: item, box })),
    });
    top += height + measures.gap;
  }
  return {
    width,
    height: Math.max(0, top - measures.gap),
    places: datacenterBoxes,
    wires: datacenterBoxes.flatMap((datacenterBox) => wiresOf(datacenterBox, isMirrored)),
  };
}

function stack<T>(
  items: readonly T[],
  heightOf: (item: T) => number,
  boxAt: (y: number, height: number) => Box,
) {
  let y = 0;
  const placed = items.map((item) => {
    const height = heightOf(item);
    const box = boxAt(y, height);
    y += height + measures.gap;
    return { item, box };
  });
  return { items: placed, height: Math.max(0, y - measures.gap) };
}

function wiresOf({ networks, servers }: DatacenterBox, isMirrored: boolean): Connection[] {
  const connections: Connection[] = [];
  for (const { server, box } of servers) {
    for (const [nicIndex, nic] of server.cards.entries()) {
      const found = networks.find(({ network }) => network.id === nic.networkId);
      if (!found) continue;
      const from = {
        x: isMirrored ? box.x + box.width : box.x,
        y: box.y + (box.height * (nicIndex + 1)) / (server.cards.length + 1),
      };
      const rows = new Set(
        nic.addresses.map(({ subnetId }) =>
          found.network.subnets.findIndex(({ id }) => id === subnetId),
        ),
      );
      for (const row of rows) {
        const to = {
          x: isMirrored ? found.box.x : found.box.x + found.box.width,
          y: found.box.y + measures.networkHead + (Math.max(0, row) + 0.5) * measures.subnet,
        };
        connections.push({
          key: `${nic.id} ${row}`,
          from,
          to,
          kind: found.network.kind,
          serverId: server.id,
          networkId: nic.networkId,
        });
      }
    }
  }
  return connections;
}

/** Returns the path of a wire that leaves both ends straight and curves in between. */
export function pathOf({ from, to }: Pick<Connection, 'from' | 'to'>): string {
  const middle = (from.x + to.x) / 2;
  return `M${from.x},${from.y} C${middle},${from.y} ${middle},${to.y} ${to.x},${to.y}`;
}

export const isWithin = ({ x, y, width, height }: Box, point: { x: number; y: number }): boolean =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
