import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { code } from '../../../../contract/errors/messages.ts';
import { EngineError } from '../../../../drivers/compute/port.ts';
import { withDb } from '../../../../server/platform/http/callContext.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { changeServerOwner } from '../../servers/server/index.ts';
import { errorsOf, makeLan, makeServerOn, waitForTask } from './testing/lan.ts';

interface Nic {
  id: string;
  mac: string;
  address: string;
  gateway: string | null;
  networkId: string;
  addresses: { address: string; dhcp: boolean }[];
  actions: Record<string, string | null>;
}
interface AddressAssignment {
  address: string;
  server: string;
  serverId: string;
  isThere: boolean;
  owner: string;
  from: string;
  to: string | null;
}
type Handle = { cmdId: number };

let app: TestApp;
let owner: TestClient;
let otherUser: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user', { email: 'owner@example.test' });
  otherUser = await app.signInAs('user');
}, 30_000);
afterAll(() => app.close());

const nicsOf = async (serverId: string) =>
  (await owner.get<{ nics: Nic[] }>(`/servers/${serverId}`)).body.nics;
const engineNics = async (serverId: string) => {
  const engine = app.portal.services.engines.all()[0];
  return (await engine?.inspect(serverId))?.nics ?? [];
};
const history = async (query: string, client = owner) =>
  (await client.get<{ items: AddressAssignment[] }>(`/networks/history?${query}`)).body.items;
const stopped = async (serverId: string) => {
  const { body } = await owner.put<Handle>(`/servers/${serverId}/power`, {
    state: 'off',
    force: true,
  });
  await waitForTask(owner, body.cmdId);
};

describe('the network interfaces of one server', () => {
  const add = (id: string, nic: object) => owner.post(`/servers/${id}/nics`, nic);

  it('can’t be in two networks with overlapping subnets', async () => {
    const [wide, narrow, separate] = [
      await makeLan(owner, '10.70.0.0/16'),
      await makeLan(owner, '10.70.5.0/24'),
      await makeLan(owner, '10.71.0.0/16'),
    ];
    const id = await makeServerOn(owner, [{ networkId: wide.id }, { networkId: separate.id }]);
    await stopped(id);
    const rejected = await add(id, { networkId: narrow.id });
    expect(rejected.status, rejected.text).toBe(422);
    expect(errorsOf(rejected)).toEqual([[code.networkAddressInvalid, 'networkId']]);
    expect(rejected.text).toContain('10.70.5.0/24');
    expect(rejected.text).toContain('10.70.0.0/16');
    const nic = (await nicsOf(id))[1];
    expect(
      errorsOf(await owner.put(`/servers/${id}/nics/${nic?.id}/network`, { networkId: narrow.id })),
    ).toEqual([[code.networkAddressInvalid, 'networkId']]);
    // The failed request reserved nothing, so an interface can move out of the wide network.
    expect((await nicsOf(id)).map(({ networkId }) => networkId)).toEqual([wide.id, separate.id]);
  });

  it('can’t have an address that the server uses as a gateway, and never get one assigned', async () => {
    const lan = await makeLan(owner, '10.72.0.0/24', {
      routes: [{ to: '10.9.0.0/16', via: '10.72.0.1' }],
    });
    const id = await makeServerOn(owner, [{ networkId: lan.id }]);
    expect((await nicsOf(id))[0]?.address).not.toBe('10.72.0.1');
    await stopped(id);
    const rejected = await add(id, { networkId: lan.id, address: '10.72.0.1' });
    expect(errorsOf(rejected)).toEqual([[code.networkAddressInvalid, 'address']]);
    expect(rejected.text).toContain('gateway');
  });

  it('block a new subnet of their network that overlaps another of their networks, with the server name in the error', async () => {
    const [first, second] = [
      await makeLan(owner, '10.75.0.0/16'),
      await makeLan(owner, '10.76.0.0/24'),
    ];
    const id = await makeServerOn(owner, [{ networkId: first.id }, { networkId: second.id }]);
    const { name } = (await owner.get<{ name: string }>(`/servers/${id}`)).body;
    const rejected = await owner.post(`/networks/${second.id}/subnets`, { cidr: '10.75.9.0/24' });
    expect(rejected.status, rejected.text).toBe(422);
    expect(errorsOf(rejected)).toEqual([[code.networkAddressInvalid, 'cidr']]);
    for (const part of ['10.75.9.0/24', '10.75.0.0/16', name])
      expect(rejected.text).toContain(part);
    const { subnets } = (await owner.get<{ subnets: { cidr: string }[] }>(`/networks/${second.id}`))
      .body;
    expect(subnets.map(({ cidr }) => cidr)).toEqual(['10.76.0.0/24']);
    expect(
      (await owner.post(`/networks/${second.id}/subnets`, { cidr: '10.77.9.0/24' })).status,
    ).toBe(200);
  });

  it('block a gateway or next hop that is a server’s address on the network, with the server name in the error', async () => {
    const lan = await makeLan(owner, '10.78.0.0/24');
    const id = await makeServerOn(owner, [{ networkId: lan.id, address: '10.78.0.9' }]);
    const { name } = (await owner.get<{ name: string }>(`/servers/${id}`)).body;
    const rejected = await owner.put(`/subnets/${lan.subnetId}`, {
      routes: [{ to: '10.9.0.0/16', via: '10.78.0.9' }],
    });
    expect(errorsOf(rejected)).toEqual([[code.networkAddressInvalid, 'routes.0.via']]);
    expect(rejected.text).toContain(name);
    const gateway = await owner.put(`/subnets/${lan.subnetId}`, { gateway: '10.78.0.9' });
    expect(errorsOf(gateway)).toEqual([[code.networkAddressTaken, 'gateway']]);
    expect(gateway.text).toContain(name);
    expect((await owner.put(`/subnets/${lan.subnetId}`, { gateway: '10.78.0.1' })).status).toBe(
      200,
    );
  });
});

describe('a server on a private network', () => {
  it('is created with a chosen address and an IPv6 address, and its engine gets the segment, addresses and routes', async () => {
    const lan = await makeLan(owner, '10.60.0.0/24', {
      dhcp: false,
      routes: [{ to: '10.9.0.0/16', via: '10.60.0.2' }],
    });
    await owner.post(`/networks/${lan.id}/subnets`, {
      cidr: 'fd00:60::/64',
      gateway: 'fd00:60::1',
    });
    const id = await makeServerOn(owner, [
      { networkId: 'auto' },
      { networkId: lan.id, address: '10.60.0.77' },
    ]);
    const nic = (await nicsOf(id))[1];
    expect(nic).toMatchObject({ address: '10.60.0.77', gateway: null, networkId: lan.id });
    expect(nic?.addresses.map(({ address, dhcp }) => [address, dhcp])).toEqual([
      ['10.60.0.77', false],
      ['fd00:60::2', false],
    ]);
    expect((await engineNics(id))[1]).toMatchObject({
      segment: { id: lan.id, kind: 'lan', vlan: lan.vlan },
      ipv4: {
        address: '10.60.0.77',
        prefix: 24,
        dhcp: false,
        routes: [{ to: '10.9.0.0/16', via: '10.60.0.2' }],
      },
      ipv6: { address: 'fd00:60::2', prefix: 64, gateway: 'fd00:60::1' },
    });
    const found = (await owner.get<{ items: { id: string }[] }>('/servers?filter=10.60.0.77')).body
      .items;
    expect(found.map((server) => server.id)).toEqual([id]);
  });

  it('gets an interface later, at a reserved address that stays reserved when the interface is deleted', async () => {
    const lan = await makeLan(owner, '10.61.0.0/24');
    await owner.post(`/subnets/${lan.subnetId}/addresses`, { addresses: ['10.61.0.50'], type: 3 });
    const id = await makeServerOn(owner, [{ networkId: 'auto' }]);
    const added = await owner.post<{ cmdId: number; nicId: string }>(`/servers/${id}/nics`, {
      networkId: lan.id,
      address: '10.61.0.50',
    });
    expect(added.status, added.text).toBe(200);
    await waitForTask(owner, added.body.cmdId);
    expect((await nicsOf(id))[1]?.address).toBe('10.61.0.50');
    const removed = await owner.delete<Handle>(`/servers/${id}/nics/${added.body.nicId}`);
    await waitForTask(owner, removed.body.cmdId);
    const { items } = (
      await owner.get<{ items: { address: string; type: number }[] }>(
        `/subnets/${lan.subnetId}/addresses?view=reserved`,
      )
    ).body;
    expect(items).toMatchObject([{ address: '10.61.0.50', type: 3 }]);
  });

  it('is rejected with a taken or foreign address, a network without a subnet, or another user’s network, each with its field', async () => {
    const lan = await makeLan(owner, '10.62.0.0/24', { gateway: '10.62.0.1' });
    const bare = await owner.post<{ id: string }>('/networks', {
      ...{
        datacenterId: (await owner.get<{ datacenters: { id: string }[] }>('/networks/options')).body
          .datacenters[0]?.id,
      },
      ...{ kind: 'lan', name: 'bare' },
    });
    const otherLan = await makeLan(otherUser, '10.62.0.0/24');
    const id = await makeServerOn(owner, [{ networkId: 'auto' }]);
    const add = async (body: object) => errorsOf(await owner.post(`/servers/${id}/nics`, body));
    expect(await add({ networkId: lan.id, address: '10.62.0.1' })).toEqual([
      [code.networkAddressTaken, 'address'],
    ]);
    expect(await add({ networkId: lan.id, address: '10.63.0.1' })).toEqual([
      [code.networkAddressInvalid, 'address'],
    ]);
    expect(await add({ networkId: bare.body.id })).toEqual([
      [code.networkWithoutSubnet, 'networkId'],
    ]);
    expect(await add({ networkId: otherLan.id })).toEqual([[code.notFound, 'networkId']]);
    expect(await nicsOf(id)).toHaveLength(1);
  });

  it('blocks deleting its network and subnet, is named in the error, and no longer blocks it once deleted', async () => {
    const lan = await makeLan(owner, '10.74.0.0/24');
    const id = await makeServerOn(
      owner,
      [{ networkId: 'auto' }, { networkId: lan.id }],
      'holds-on',
    );
    for (const [path, expectedCode] of [
      [`/networks/${lan.id}`, code.networkInUse],
      [`/subnets/${lan.subnetId}`, code.subnetInUse],
    ] as const) {
      const answer = await owner.delete(path);
      expect(errorsOf(answer)?.[0]?.[0]).toBe(expectedCode);
      expect(answer.text).toContain('holds-on');
    }
    const { actions } = (await owner.get<{ actions: { remove: string } }>(`/networks/${lan.id}`))
      .body;
    expect(actions.remove).toContain('holds-on');
    const nic = (await nicsOf(id))[1];
    await waitForTask(
      owner,
      (await owner.delete<Handle>(`/servers/${id}/nics/${nic?.id}`)).body.cmdId,
    );
    expect((await owner.delete(`/networks/${lan.id}`)).status).toBe(200);
    expect((await owner.get(`/networks/${lan.id}`)).status).toBe(404);
  });
});

describe('moving an interface', () => {
  it('assigns an address of the other network, keeps the MAC address, and frees the old address', async () => {
    const [from, to] = [await makeLan(owner, '10.70.0.0/24'), await makeLan(owner, '10.71.0.0/24')];
    const id = await makeServerOn(owner, [{ networkId: from.id }]);
    const before = (await nicsOf(id))[0];
    const moved = await owner.put<Handle>(`/servers/${id}/nics/${before?.id}/network`, {
      networkId: to.id,
      address: '10.71.0.9',
    });
    expect(moved.status, moved.text).toBe(200);
    // The address is reserved as soon as the call returns, so it can't be reassigned and the
    // network can't be deleted.
    expect((await owner.delete(`/networks/${to.id}`)).status).toBe(409);
    await waitForTask(owner, moved.body.cmdId);
    expect((await nicsOf(id))[0]).toMatchObject({
      id: before?.id,
      mac: before?.mac,
      address: '10.71.0.9',
      networkId: to.id,
    });
    expect((await engineNics(id))[0]).toMatchObject({
      mac: before?.mac,
      segment: { id: to.id },
      ipv4: { address: '10.71.0.9' },
    });
    expect((await owner.delete(`/networks/${from.id}`)).status).toBe(200);
    expect(
      errorsOf(await owner.put(`/servers/${id}/nics/${before?.id}/network`, { networkId: to.id })),
    ).toEqual([[code.nicInNetwork, 'networkId']]);
  });

  it('leaves it in place, and reserves nothing in the other network, when the engine rejects the move', async () => {
    const [from, to] = [await makeLan(owner, '10.72.0.0/24'), await makeLan(owner, '10.73.0.0/24')];
    const id = await makeServerOn(owner, [{ networkId: from.id }], 'moves-badly');
    const nic = (await nicsOf(id))[0];
    const engine = app.portal.services.engines.all()[0];
    if (!engine) throw new Error('no engine');
    const attach = engine.attachNic.bind(engine);
    engine.attachNic = async (serverId, spec) => {
      if (spec.segment?.id === to.id)
        throw new EngineError('simulated', 'refused', 'The wire is cut.');
      return attach(serverId, spec);
    };
    const { body } = await owner.put<Handle>(`/servers/${id}/nics/${nic?.id}/network`, {
      networkId: to.id,
    });
    await expect
      .poll(
        async () =>
          (await owner.get<{ exitCode: number | null }>(`/queue/command/${body.cmdId}`)).body
            .exitCode,
        { timeout: 15_000 },
      )
      .not.toBeNull();
    engine.attachNic = attach;
    expect((await nicsOf(id))[0]).toMatchObject({ networkId: from.id, address: nic?.address });
    expect((await engineNics(id))[0]).toMatchObject({ segment: { id: from.id } });
    expect((await owner.delete(`/networks/${to.id}`)).status).toBe(200);
  });
});

describe('address history', () => {
  it('shows the user of an address at any time, even after the server and its network are deleted', async () => {
    const lan = await makeLan(owner, '10.80.0.0/24');
    const started = new Date().toISOString();
    const first = await makeServerOn(
      owner,
      [{ networkId: lan.id, address: '10.80.0.5' }],
      'had-it-first',
    );
    const between = new Date().toISOString();
    await stopped(first);
    await waitForTask(owner, (await owner.delete<Handle>(`/servers/${first}`)).body.cmdId);
    expect(
      await history(`address=10.80.0.5&at=${new Date().toISOString()}`),
      'free while the server is in the trash',
    ).toEqual([]);
    await waitForTask(owner, (await owner.delete<Handle>(`/servers/${first}/bin`)).body.cmdId);
    const second = await makeServerOn(
      owner,
      [{ networkId: lan.id, address: '10.80.0.5' }],
      'has-it-now',
    );
    const at = async (moment: string, client = owner) =>
      (await history(`address=10.80.0.5&at=${moment}`, client)).map(({ server }) => server);
    expect(await at(started)).toEqual([]);
    expect(await at(between)).toEqual(['had-it-first']);
    expect(await at(new Date().toISOString())).toEqual(['has-it-now']);
    const all = await history('address=10.80.0.');
    expect(all.map(({ server, isThere, to }) => [server, isThere, to === null])).toEqual([
      ['has-it-now', true, true],
      ['had-it-first', false, false],
    ]);
    expect(all[0]).toMatchObject({ serverId: second, owner: 'owner@example.test' });
    expect(await at(between, otherUser)).toEqual([]);
  });

  it('changes with the server owner, and each owner sees only their own period', async () => {
    const id = await makeServerOn(owner, [{ networkId: 'auto' }], 'changes-hands');
    const { address } = (await nicsOf(id))[0] as Nic;
    const ctx = systemContext(app.portal.services, {
      site: await app.portal.sites.forHost(''),
      log: createLog('silent'),
    });
    await ctx.db.transaction().execute((transaction) =>
      changeServerOwner(withDb(ctx, transaction), id, {
        ownerId: otherUser.userId,
        siteId: app.siteId,
      }),
    );
    const rows = await history(`address=${address}`, app.root);
    expect(rows.map(({ server, to }) => [server, to === null])).toEqual([
      ['changes-hands', true],
      ['changes-hands', false],
    ]);
    expect(rows[1]?.owner).toBe('owner@example.test');
    expect(await history(`address=${address}`)).toHaveLength(1);
    expect((await history(`address=${address}`, otherUser)).map(({ to }) => to)).toEqual([null]);
  });

  it('can’t be rewritten, even by the database user', async () => {
    const { db } = app.portal.services.database;
    await expect(
      db.withTables<{ address_history: { ip: string } }>().deleteFrom('address_history').execute(),
    ).rejects.toThrow('permission denied');
  });
});
