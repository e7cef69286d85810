import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownReach } from '../../../../server/platform/access/objectAccess.ts';
import { withDb } from '../../../../server/platform/http/callContext.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { listDatacenters } from '../../datacenters/server/index.ts';
import { allocateNic, describeNics, ensureNetworks, releaseNic } from './index.ts';

let app: TestApp;
let datacenterId: string;
beforeAll(async () => {
  app = await startTestApp();
  const [datacenter] = await listDatacenters({ db: app.portal.services.database.db });
  datacenterId = datacenter?.id ?? '';
}, 60_000);
afterAll(() => app.close());

const portalContext = async () =>
  systemContext(app.portal.services, {
    site: await app.portal.sites.forHost(''),
    log: createLog('silent'),
  });

/** Runs in its own transaction, like an API call. */
async function allocate(
  request: {
    serverId?: string;
    nicId?: string;
    networkId?: string;
    datacenterId?: string;
    address?: string;
  } = {},
) {
  const ctx = await portalContext();
  const { serverId, ...rest } = request;
  return await ctx.db.transaction().execute((transaction) =>
    allocateNic(withDb(ctx, transaction), {
      ...{ server: holder(serverId), nicId: randomUUID(), networkId: 'auto', datacenterId },
      ...rest,
    }),
  );
}

const holder = (id: string = randomUUID()) => ({
  id,
  name: `server-${id.slice(0, 8)}`,
  ownerId: app.root.userId,
  siteId: app.siteId,
});

/** Creates a network of four addresses, two of which can be assigned. */
async function smallNetwork(options: { ownerId?: string; kind?: string } = {}): Promise<string> {
  const { db } = app.portal.services.database;
  const id = randomUUID();
  const { ownerId = null, kind = 'lan' } = options;
  await sql`insert into network (id, datacenter_id, kind, name, vlan, owner_id, site_id)
    values (${id}, ${datacenterId}, ${kind}, ${`small-${id}`}, free_vlan(${datacenterId}, 100), ${ownerId}, ${ownerId ? app.siteId : null})`.execute(
    db,
  );
  await sql`insert into subnet (network_id, cidr, gateway) values (${id}, '192.168.7.0/29', '192.168.7.1')`.execute(
    db,
  );
  await sql`insert into address (subnet_id, ip, kind)
    select id, unnest(array['192.168.7.1', '192.168.7.2', '192.168.7.3', '192.168.7.4']::inet[]), 1 from subnet where network_id = ${id}`.execute(
    db,
  );
  return id;
}

describe('assigning addresses', () => {
  it('assigns the lowest free address that is not reserved, and a unique MAC address', async () => {
    const nic = await allocate();
    expect(nic).toMatchObject({
      address: '10.64.0.10',
      prefix: 16,
      gateway: '10.64.0.1',
      dns: ['10.64.255.254'],
      kind: 'wan',
      networkName: 'wan',
    });
    expect(nic.mac).toMatch(/^52:54:00(:[0-9a-f]{2}){3}$/);
  });

  it('assigns 50 addresses without gaps to 50 concurrent requests', async () => {
    const nics = await Promise.all(Array.from({ length: 50 }, () => allocate()));
    const { db } = app.portal.services.database;
    const { rows } = await sql<{ last: string }>`
      select host(max(address.ip)) as last from address join subnet on subnet.id = subnet_id where cidr = '10.64.0.0/16' and kind = 0`.execute(
      db,
    );
    expect(new Set(nics.map(({ address }) => address)).size).toBe(50);
    expect(new Set(nics.map(({ mac }) => mac)).size).toBe(50);
    // Fifty addresses plus one from the previous test, starting at .10.
    expect(rows[0]?.last).toBe('10.64.0.60');
  });

  it('does not deadlock when two calls request interfaces in two networks in opposite order', async () => {
    const [first, second] = [await smallNetwork(), await smallNetwork()];
    let startedCount = 0;
    const bothStarted = Promise.withResolvers<void>();
    const lockBoth = async (networks: string[]) => {
      const ctx = await portalContext();
      await ctx.db.transaction().execute(async (transaction) => {
        for (const networkId of networks) {
          await allocateNic(withDb(ctx, transaction), {
            server: holder(),
            nicId: randomUUID(),
            networkId,
            datacenterId,
          });
          startedCount += 1;
          if (startedCount === 2) bothStarted.resolve();
          await bothStarted.promise;
        }
      });
    };
    await Promise.all([lockBoth([first, second]), lockBoth([second, first])]);
    await expect(allocate({ networkId: first })).rejects.toThrow('networkFull');
  });

  it('returns the same interface when requested again', async () => {
    const request = { serverId: randomUUID(), nicId: randomUUID() };
    const nic = await allocate(request);
    expect(await allocate(request)).toEqual(nic);
  });

  it('frees both addresses when the call that assigned them fails', async () => {
    const ctx = await portalContext();
    const networkId = await smallNetwork();
    const failing = ctx.db.transaction().execute(async (transaction) => {
      await allocateNic(withDb(ctx, transaction), {
        server: holder(),
        nicId: randomUUID(),
        networkId,
        datacenterId,
      });
      throw new Error('the call failed');
    });
    await expect(failing).rejects.toThrow('the call failed');
    expect((await allocate({ networkId })).address).toBe('192.168.7.5');
  });

  it('rejects the request when no address is left, with the network name, and reassigns freed addresses', async () => {
    const networkId = await smallNetwork();
    const retainedNic = { serverId: randomUUID(), nicId: randomUUID(), networkId };
    const { address } = await allocate(retainedNic);
    await allocate({ networkId });
    await expect(allocate({ networkId })).rejects.toMatchObject({
      reasons: [{ name: 'networkFull', values: { network: `small-${networkId}` } }],
    });
    await releaseNic(await portalContext(), retainedNic.nicId);
    await releaseNic(await portalContext(), retainedNic.nicId);
    expect((await allocate({ networkId })).address).toBe(address);
  });

  it('keeps the addresses of a server until its interfaces are released, in the order of assignment', async () => {
    const serverId = randomUUID();
    const nicIds = [randomUUID(), randomUUID(), randomUUID()];
    for (const nicId of nicIds) await allocate({ serverId, nicId });
    const nics = await describeNics(await portalContext(), [serverId]);
    expect(nics.map(({ nicId }) => nicId)).toEqual(nicIds);
  });

  it('does not find a network in another datacenter', async () => {
    const networkId = await smallNetwork();
    await expect(allocate({ networkId, datacenterId: randomUUID() })).rejects.toThrow('notFound');
  });
});

describe('GET /networks', () => {
  it('lists the shared networks with their actual ranges and the number of free addresses', async () => {
    const answer = await app.root.get<{
      items: { name: string; description: string; free: number; used: number; isShared: boolean }[];
    }>('/networks?size=0&filter=wan');
    const [wan] = answer.body.items;
    expect(wan).toMatchObject({ name: 'wan', kind: 'wan', isShared: true });
    expect(wan?.description).toContain('Simulated');
    expect((wan?.free ?? 0) + (wan?.used ?? 0)).toBe(65_534 - 10);
  });

  it('shows a private network only to its owner', async () => {
    const [owner, otherUser] = [await app.signInAs('user'), await app.signInAs('user')];
    const networkId = await smallNetwork({ ownerId: owner.userId });
    const isListed = async (client: typeof owner) =>
      (await client.get<{ items: { id: string }[] }>('/networks?size=0')).body.items.some(
        ({ id }) => id === networkId,
      );
    expect(await isListed(owner)).toBe(true);
    expect(await isListed(otherUser)).toBe(false);
  });

  it('responds the same for another user’s network and a missing one when an interface is requested', async () => {
    const [owner, otherUser] = [await app.signInAs('user'), await app.signInAs('user')];
    const networkId = await smallNetwork({ ownerId: owner.userId });
    const ctx = await portalContext();
    const site = ctx.site;
    const actor = {
      userId: otherUser.userId,
      siteId: site.id,
      sitePath: site.path,
      role: 'user' as const,
      email: '',
      parentId: null,
      language: 'en' as const,
      reach: ownReach,
    };
    const allocateIn = (id: string) =>
      allocateNic(
        { ...ctx, actor },
        { server: holder(), nicId: randomUUID(), networkId: id, datacenterId },
      ).catch((error: unknown) => error);
    const none = randomUUID();
    expect(await allocateIn(networkId)).toMatchObject({
      reasons: [{ name: 'notFound', values: { what: 'network', id: networkId }, key: 'networkId' }],
    });
    expect(await allocateIn(none)).toMatchObject({
      reasons: [{ name: 'notFound', values: { what: 'network', id: none }, key: 'networkId' }],
    });
  });

  it('rejects an invalid datacenter ID', async () => {
    expect(await app.root.get('/networks?datacenter=here')).toMatchObject({
      status: 400,
      body: { errors: [{ key: 'datacenter' }] },
    });
  });
});

it('creates the default networks once, however many processes start', async () => {
  const count = async () => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from network where owner_id is null`.execute(
      app.portal.services.database.db,
    );
    return rows[0]?.count;
  };
  const before = await count();
  await Promise.all(Array.from({ length: 5 }, () => ensureNetworks(app.portal.services)));
  expect(await count()).toBe(before);
});
