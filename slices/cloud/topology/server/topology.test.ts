import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { makeLan, makeServerOn } from '../../networks/server/testing/lan.ts';

interface Topology {
  datacenters: { id: string; isReady: boolean }[];
  networks: {
    id: string;
    name: string;
    connect: string | null;
    subnets: { id: string; cidr: string }[];
  }[];
  servers: {
    id: string;
    name: string;
    power: string;
    connect: string | null;
    cards: { networkId: string; addresses: { subnetId: string }[] }[];
  }[];
  moreNetworks: number;
  moreServers: number;
}

let app: TestApp;
let owner: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
}, 30_000);
afterAll(() => app.close());

const map = async (client: TestClient, query = '') =>
  (await client.get<Topology>(`/topology${query}`)).body;

it('the map shows servers with their state in their subnets, and none from other accounts', async () => {
  const lan = await makeLan(owner, '10.90.0.0/24');
  const id = await makeServerOn(
    owner,
    [{ networkId: 'auto' }, { networkId: lan.id }],
    'on-the-map',
  );
  const { datacenters, networks, servers } = await map(owner);
  expect(datacenters).toMatchObject([{ isReady: true }]);
  const found = networks.find((network) => network.id === lan.id);
  expect(found).toMatchObject({
    connect: null,
    subnets: [{ id: lan.subnetId, cidr: '10.90.0.0/24' }],
  });
  expect(servers).toMatchObject([{ id, name: 'on-the-map', power: 'on' }]);
  expect(servers[0]?.cards[1]).toMatchObject({
    networkId: lan.id,
    addresses: [{ subnetId: lan.subnetId }],
  });
  const unrelatedMap = await map(await app.signInAs('user'));
  expect([unrelatedMap.servers, unrelatedMap.networks.map(({ name }) => name)]).toEqual([
    [],
    ['wan'],
  ]);
});

it('the search finds a server together with its networks', async () => {
  await makeLan(owner, '10.91.0.0/24');
  const lan = await makeLan(owner, '10.92.0.0/24');
  await makeServerOn(owner, [{ networkId: lan.id }], 'sought-after');
  const { networks, servers } = await map(owner, '?filter=sought');
  expect(servers.map(({ name }) => name)).toEqual(['sought-after']);
  expect(networks.map(({ id }) => id)).toEqual([lan.id]);
});
