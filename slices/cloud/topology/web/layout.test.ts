import { describe, expect, it } from 'vitest';
import { type Box, computeLayout, isWithin, pathOf, type Topology } from './layout.ts';

const network = (id: string, subnets: string[], datacenterId = 'here') => ({
  ...{
    id,
    name: id,
    kind: 'lan' as const,
    vlan: 100,
    datacenterId,
    datacenterCode: 'here',
    isShared: false,
    connect: null,
  },
  subnets: subnets.map((subnet) => ({ id: subnet, cidr: '10.0.0.0/24', free: 5 })),
});
const server = (
  id: string,
  nics: [networkId: string, subnetId: string][],
  datacenterId = 'here',
) => ({
  ...{ id, name: id, power: 'on' as const, status: 'ready' as const, datacenterId, connect: null },
  cards: nics.map(([networkId, subnetId], index) => ({
    ...{ id: `${id}-${index}`, networkId, networkName: networkId },
    addresses: [{ address: '10.0.0.1', subnetId }],
  })),
});
const topology: Topology = {
  datacenters: [
    { id: 'here', name: 'Here', isReady: true },
    { id: 'there', name: 'There', isReady: true },
  ],
  networks: [network('wan', ['w4', 'w6']), network('lan', []), network('far', ['f'], 'there')],
  servers: [
    server('web', [
      ['wan', 'w4'],
      ['wan', 'w6'],
    ]),
    server('far-1', [['far', 'f']], 'there'),
  ],
  moreNetworks: 0,
  moreServers: 0,
};

const areDisjoint = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

describe.each([320, 360, 800, 1600])('the network map at %i px', (width) => {
  const drawing = computeLayout(topology, width, false);
  it('fits the width without overlaps', () => {
    const boxes = drawing.places.flatMap(({ networks, servers }) =>
      [...networks, ...servers].map(({ box }) => box),
    );
    for (const box of boxes)
      expect(box.x >= 0 && box.x + box.width <= width && box.y + box.height <= drawing.height).toBe(
        true,
      );
    for (const [index, box] of boxes.entries())
      for (const other of boxes.slice(index + 1)) expect(areDisjoint(box, other)).toBe(true);
  });

  it('is mirrored for right-to-left languages', () => {
    const mirrored = computeLayout(topology, width, true);
    for (const [position, datacenterBox] of drawing.places.entries())
      for (const [index, { box }] of datacenterBox.networks.entries())
        expect(mirrored.places[position]?.networks[index]?.box.x).toBeCloseTo(
          width - box.x - box.width,
        );
  });
});

it('connects each network interface to its subnet', () => {
  const { wires, places } = computeLayout(topology, 900, false);
  expect(wires.map(({ serverId, networkId }) => [serverId, networkId])).toEqual([
    ['web', 'wan'],
    ['web', 'wan'],
    ['far-1', 'far'],
  ]);
  const box = places[0]?.networks[0]?.box as Box;
  const heights = wires.slice(0, 2).map(({ to }) => to.y);
  expect(heights[0]).toBeLessThan(heights[1] as number);
  for (const { to } of wires.slice(0, 2)) expect(isWithin(box, to)).toBe(true);
  expect(pathOf(wires[0] as (typeof wires)[number])).toMatch(/^M[\d.]+,[\d.]+ C/);
});
