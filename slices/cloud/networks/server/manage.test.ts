import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { code } from '../../../../contract/errors/messages.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import {
  type CreatedNetwork,
  createLan,
  datacenterOf,
  errorsOf,
  makeLan,
  makeServerOn,
} from './testing/lan.ts';

interface Network {
  id: string;
  name: string;
  vlan: number;
  note: string;
  subnets: {
    id: string;
    cidr: string;
    range: object | null;
    free: number | null;
    gateway: string | null;
    dns: string[];
    dhcp: boolean;
  }[];
  actions: Record<string, string | null>;
}
interface Addresses {
  total: number;
  next: string | null;
  previous: string | null;
  firstElement: number;
  items: {
    address: string;
    type: number;
    isFree: boolean;
    note: string;
    server: object | null;
    reverseName: string | null;
  }[];
}

let app: TestApp;
let owner: TestClient;
let otherUser: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  otherUser = await app.signInAs('user');
}, 30_000);
afterAll(() => app.close());

const read = async (id: string, client = owner) =>
  (await client.get<Network>(`/networks/${id}`)).body;
const addresses = async (subnetId: string, query: string, client = owner) =>
  (await client.get<Addresses>(`/subnets/${subnetId}/addresses?${query}`)).body;

describe('creating networks', () => {
  it('suggests an available range and name for the form', async () => {
    const options = async () =>
      (
        await owner.get<{ suggestedCidr: string; suggestedName: string; kinds: string[] }>(
          '/networks/options',
        )
      ).body;
    const first = await options();
    expect(first).toMatchObject({
      suggestedName: 'private',
      suggestedCidr: '10.1.0.0/24',
      kinds: ['lan'],
    });
    const created = await createLan(owner, {
      name: first.suggestedName,
      subnet: { cidr: first.suggestedCidr },
    });
    expect(created.status, created.text).toBe(200);
    expect(await options()).toMatchObject({
      suggestedName: 'private-2',
      suggestedCidr: '10.1.1.0/24',
    });
  });

  it('assigns each network its own number and layer 2 segment, so that two networks can have the same range', async () => {
    const [mine, otherLan] = [
      await makeLan(owner, '192.168.40.0/24'),
      await makeLan(otherUser, '192.168.40.0/24'),
    ];
    expect(mine.vlan).not.toBe(otherLan.vlan);
    expect((await otherUser.get(`/networks/${mine.id}`)).status).toBe(404);
    expect((await otherUser.delete(`/networks/${mine.id}`)).status).toBe(404);
  });

  it('assigns 20 numbers to 20 concurrent requests', async () => {
    const created = await Promise.all(Array.from({ length: 20 }, () => createLan(otherUser)));
    expect(new Set(created.map(({ body }) => body.vlan)).size).toBe(20);
  });

  it('rejects a duplicate name, ignoring case', async () => {
    const name = `twin-${randomUUID().slice(0, 8)}`;
    await createLan(owner, { name });
    expect(errorsOf(await createLan(owner, { name: name.toUpperCase() }))).toEqual([
      [code.networkNameTaken, 'name'],
    ]);
    expect((await createLan(otherUser, { name })).status).toBe(200);
  });

  it.each([
    [{ kind: 'wan' }, 'kind'],
    [{ kind: 'int' }, 'kind'],
    [{ vlan: 77 }, 'vlan'],
  ])('leaves %o to root', async (input, key) => {
    expect(errorsOf(await createLan(owner, input))).toEqual([[code.networkOfRoot, key]]);
    expect(errorsOf(await createLan(await app.signInAs('siteAdmin'), input))).toEqual([
      [code.networkOfRoot, key],
    ]);
  });

  it('lets root create networks with a number, shows service networks only to root, and shows public ones to everyone', async () => {
    const wan = await createLan(app.root, {
      kind: 'wan',
      vlan: 3000,
      subnet: { cidr: '203.0.113.0/24', gateway: '203.0.113.1' },
    });
    expect(wan.body).toMatchObject({ vlan: 3000 });
    expect(errorsOf(await createLan(app.root, { kind: 'wan', vlan: 3000 }))).toEqual([
      [code.networkNumberTaken, 'vlan'],
    ]);
    const internalLan = await createLan(app.root, { kind: 'int' });
    expect((await owner.get(`/networks/${wan.body.id}`)).status).toBe(200);
    expect((await owner.get(`/networks/${internalLan.body.id}`)).status).toBe(404);
    expect((await read(wan.body.id)).actions).toMatchObject({
      change: expect.stringContaining('Only the portal operator'),
      connect: null,
    });
    expect(
      errorsOf(await owner.put(`/networks/${wan.body.id}`, { name: 'mine', note: '' })),
    ).toEqual([[code.networkOfRoot, undefined]]);
    expect(errorsOf(await owner.delete(`/networks/${wan.body.id}`))).toEqual([
      [code.networkOfRoot, undefined],
    ]);
  });

  it('rejects an unknown datacenter and an invalid name, with the field', async () => {
    const body = { datacenterId: randomUUID(), kind: 'lan', name: 'x' };
    expect((await owner.post('/networks', body)).status).toBe(404);
    expect(
      errorsOf(
        await owner.post('/networks', {
          ...body,
          datacenterId: await datacenterOf(owner),
          name: ' ',
        }),
      ),
    ).toEqual([[code.inputInvalid, 'name']]);
  });
});

describe('subnets', () => {
  it.each([
    ['10.0.0.0/7', 'prefix length'],
    ['10.0.0.1/24', 'starts at 10.0.0.0'],
    ['10.0.0.0/31', 'prefix length'],
    ['127.0.0.0/24', 'loopback'],
    ['169.254.0.0/16', 'link-local'],
    ['169.240.0.0/12', 'link-local'],
    ['224.0.0.0/24', 'multicast'],
    ['8.8.8.0/24', 'private addresses'],
    ['2a01:db8::/64', 'private addresses'],
    ['fe80::/64', 'link-local'],
    ['fd00::/127', 'prefix length'],
    ['::ffff:10.0.0.0/120', 'reserved by internet standards'],
    ['300.1.1.0/24', 'Enter an address with prefix length'],
    ['10.1/16', 'Enter an address with prefix length'],
  ])('rejects %s because of %s', async (cidr, reason) => {
    const answer = await createLan(owner, { subnet: { cidr } });
    expect(errorsOf(answer)).toEqual([[code.subnetRangeInvalid, 'subnet.cidr']]);
    expect(answer.text).toContain(reason);
  });

  it('reports every invalid field at once', async () => {
    const answer = await createLan(owner, {
      subnet: {
        ...{ cidr: '10.5.0.0/24', gateway: '10.6.0.1', dns: ['10.5.0.2', '127.0.0.1'] },
        routes: [{ to: '10.9.0.1/16', via: '10.5.1.1' }],
      },
    });
    expect(errorsOf(answer)?.map(([, key]) => key)).toEqual([
      'subnet.gateway',
      'subnet.dns.1',
      'subnet.routes.0.to',
      'subnet.routes.0.via',
    ]);
  });

  it('rejects overlapping IPv4 and IPv6 ranges in one network, even in concurrent requests', async () => {
    const { id } = await makeLan(owner, '10.20.0.0/24');
    const add = (cidr: string) => owner.post(`/networks/${id}/subnets`, { cidr });
    expect(errorsOf(await add('10.20.0.128/25'))).toEqual([[code.subnetOverlaps, 'cidr']]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => add('fd00:20::/64')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await read(id)).subnets.map(({ cidr, free, dhcp }) => [cidr, free, dhcp])).toEqual([
      ['10.20.0.0/24', 254, true],
      ['fd00:20::/64', null, false],
    ]);
  });

  it('returns an address range only for prefixes below 23', async () => {
    const ranges = async (cidr: string) =>
      (await read((await makeLan(owner, cidr)).id)).subnets[0]?.range;
    expect(await ranges('10.30.0.0/22')).toEqual({ first: '10.30.0.1', last: '10.30.3.254' });
    expect(await ranges('10.30.4.0/23')).toBeNull();
  });

  it('changes only the fields sent, and the gateway stays reserved and can be changed', async () => {
    const { id, subnetId } = await makeLan(owner, '10.40.0.0/24', {
      gateway: '10.40.0.1',
      dns: ['10.40.0.2', '1.1.1.1'],
    });
    const reserved = async () =>
      (await addresses(subnetId, 'view=reserved')).items.map(({ address, type }) => [
        address,
        type,
      ]);
    expect(await reserved()).toEqual([
      ['10.40.0.1', 2],
      ['10.40.0.2', 1],
    ]);
    expect(
      (await owner.put(`/subnets/${subnetId}`, { gateway: '10.40.0.254', dhcp: false })).status,
    ).toBe(200);
    expect((await read(id)).subnets[0]).toMatchObject({
      gateway: '10.40.0.254',
      dhcp: false,
      dns: ['10.40.0.2', '1.1.1.1'],
    });
    expect(await reserved()).toEqual([
      ['10.40.0.2', 1],
      ['10.40.0.254', 2],
    ]);
    expect((await owner.put(`/subnets/${subnetId}`, { gateway: '' })).status).toBe(200);
    expect((await read(id)).subnets[0]?.gateway).toBeNull();
  });

  it('can’t use a server’s address as its gateway', async () => {
    const lan = await makeLan(owner, '10.41.0.0/24');
    await makeServerOn(owner, [{ networkId: lan.id, address: '10.41.0.9' }], 'gate-keeper');
    const answer = await owner.put(`/subnets/${lan.subnetId}`, { gateway: '10.41.0.9' });
    expect(errorsOf(answer)).toEqual([[code.networkAddressTaken, 'gateway']]);
    expect(answer.text).toContain('gate-keeper');
  });
});

describe('addresses of a subnet', () => {
  let lan: CreatedNetwork;
  beforeAll(async () => {
    lan = await makeLan(owner, '10.50.0.0/21');
  });

  it('are paged through in both directions without reading all of them', async () => {
    const first = await addresses(lan.subnetId, 'size=5&view=free');
    expect(first).toMatchObject({ total: 2046, firstElement: 1, previous: null });
    expect(first.items.map(({ address }) => address)).toEqual([
      '10.50.0.1',
      '10.50.0.2',
      '10.50.0.3',
      '10.50.0.4',
      '10.50.0.5',
    ]);
    const second = await addresses(lan.subnetId, `size=5&view=free&start=${first.next}`);
    expect(second.items[0]?.address).toBe('10.50.0.6');
    const previousPage = await addresses(lan.subnetId, `size=5&view=free&start=${second.previous}`);
    expect(previousPage).toMatchObject({ firstElement: 1, previous: null, items: first.items });
  });

  it.each([
    ['10.50.3.', 256, '10.50.3.0'],
    ['10.50.*.7', 8, '10.50.0.7'],
    ['*.7.9', 1, '10.50.7.9'],
    ['10.50.2.200', 1, '10.50.2.200'],
    ['10.51.', 0, undefined],
  ])('are found by the template %s', async (filter, total, first) => {
    const page = await addresses(lan.subnetId, `filter=${encodeURIComponent(filter)}`);
    expect([page.total, page.items[0]?.address]).toEqual([total, first]);
  });

  it('reject invalid patterns and foreign cursors', async () => {
    const answer = await owner.get(`/subnets/${lan.subnetId}/addresses?filter=10.999`);
    expect(errorsOf(answer)).toEqual([[code.inputInvalid, 'filter']]);
    expect((await owner.get(`/subnets/${lan.subnetId}/addresses?start=bm9uZQ`)).status).toBe(400);
  });

  it('are reserved for the owner, named and freed, and invalid input is rejected', async () => {
    const reserve = (list: string[]) =>
      owner.post(`/subnets/${lan.subnetId}/addresses`, {
        addresses: list,
        type: 3,
        note: 'printer',
      });
    expect((await reserve(['10.50.1.1', '10.50.1.2'])).status).toBe(200);
    expect(errorsOf(await reserve(['10.50.1.3', '10.50.1.2']))).toEqual([
      [code.networkAddressTaken, 'addresses.1'],
    ]);
    expect(errorsOf(await reserve(['10.99.0.1']))).toEqual([
      [code.networkAddressInvalid, 'addresses.0'],
    ]);
    const basePath = `/subnets/${lan.subnetId}/addresses/10.50.1.1`;
    expect((await owner.put(basePath, { reverseName: 'Printer.Example.TEST.' })).status).toBe(200);
    expect(errorsOf(await owner.put(basePath, { reverseName: '-bad-.test' }))).toEqual([
      [code.reverseNameInvalid, 'reverseName'],
    ]);
    const page = await addresses(lan.subnetId, 'view=reserved');
    expect(
      page.items.map(({ address, note, reverseName }) => [address, note, reverseName]),
    ).toEqual([
      ['10.50.1.1', 'printer', 'printer.example.test'],
      ['10.50.1.2', 'printer', null],
    ]);
    const zone = await owner.get(`/subnets/${lan.subnetId}/reverse`);
    expect(zone.text).toContain('1.1.50.10.in-addr.arpa. IN PTR printer.example.test.');
    expect((await owner.delete(basePath)).status).toBe(200);
    expect(errorsOf(await owner.delete(basePath))).toEqual([
      [code.networkAddressNotReserved, 'address'],
    ]);
  });

  it('are not found by users without access to the subnet', async () => {
    const notOwned = [
      await otherUser.get(`/subnets/${lan.subnetId}/addresses`),
      await otherUser.post(`/subnets/${lan.subnetId}/addresses`, {
        addresses: ['10.50.1.9'],
        type: 3,
      }),
      await otherUser.put(`/subnets/${lan.subnetId}/addresses/10.50.1.2`, { note: 'x' }),
      await otherUser.delete(`/subnets/${lan.subnetId}/addresses/10.50.1.2`),
      await otherUser.put(`/subnets/${lan.subnetId}`, { dhcp: false }),
      await otherUser.delete(`/subnets/${lan.subnetId}`),
      await otherUser.get(`/subnets/${lan.subnetId}/reverse`),
    ];
    expect(notOwned.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  });
});
