import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { makeKey } from '../../../../server/testing/keyClient.ts';
import { compatibleEndpoints } from '../contract.ts';
import { PublishedClient } from './testing/publishedClient.ts';

/**
 * Sends requests exactly as the sources of published clients build them, including their field
 * names and value types.
 */
let app: TestApp;
let user: TestClient;
let client: PublishedClient;
let image = '';

beforeAll(async () => {
  app = await startTestApp();
  user = await app.signInAs('user', { email: 'clients@example.test' });
  client = new PublishedClient(app.address, await makeKey(user, { ratePerMinute: 6000 }));
  const images = await client.get<{ id: string; code: string }[]>(
    '/service/server?images=1&datacenter=SIM',
  );
  image = images.find(({ code }) => code === 'debian-12')?.id ?? '';
}, 60_000);
afterAll(() => app.close());

interface Info {
  id: string;
  name: string;
  diskSizes: number[];
  networks: { network: string; ips: string[] }[];
}
const infoOf = async (body: object): Promise<Info[]> =>
  await client.post<Info[]>('/service/server/info', body);
const detailOf = async (id: string) =>
  (await user.get<{ hostname: string; name: string }>(`/servers/${id}`)).body;

describe('Terraform (terraform-provider-kamatera, resource_server.go and resource_network.go)', () => {
  const serverRequest = (name: string, network: string) => ({
    ...{
      name,
      password: '__generate__',
      passwordValidate: '__generate__',
      'ssh-key': '',
      datacenter: 'SIM',
      image,
      cpu: '1B',
    },
    ...{
      ram: 1024,
      disk: 'size=20',
      dailybackup: 'no',
      managed: 'no',
      network,
      quantity: '1',
      billingcycle: 'hourly',
    },
    ...{ monthlypackage: '', poweronaftercreate: 'yes' },
  });
  const create = async (name: string, network: string): Promise<Info> => {
    const { commandIds } = await client.post<{ commandIds: string[] }>(
      '/service/server',
      serverRequest(name, network),
    );
    const log = await client.complete(commandIds[0] ?? '');
    const created = log.split('\n').find((line) => line.startsWith('Name: '));
    const [server] = await infoOf({ id: '', name: created?.replace('Name: ', '') });
    return server as Info;
  };
  const destroy = async (id: string) => {
    const [commandId = ''] = await client.post<string[]>('/service/server/terminate', {
      id,
      force: true,
    });
    await client.complete(commandId);
  };
  const subnet = (ip: string, subnetDescription: string) => ({
    ...{ subnetIp: ip, subnetBit: 24, gateway: '', dns1: '', dns2: '', subnetDescription },
  });

  it('replaces a server with the same name and address, and destroys server, subnets and network', async () => {
    const created = await client.post<{ res: string }>('/service/network/create', {
      ...{ datacenter: 'SIM', name: 'tf-net', ...subnet('172.20.9.0', 'first') },
    });
    const { networkId, subnetId } = JSON.parse(created.res) as {
      networkId: number;
      subnetId: number;
    };
    const vlanId = String(networkId);
    const second = await client.post<{ res: string }>('/service/network/subnet/create', {
      ...{ datacenter: 'SIM', vlanId, ...subnet('172.20.1.0', 'second') },
    });
    const listed = await client.get<{ subnetDescription: string }[]>(
      `/service/network/subnets?datacenter=SIM&vlanId=${vlanId}`,
    );
    expect(listed.map(({ subnetDescription }) => subnetDescription)).toEqual(['first', 'second']);
    const [network] = await client.get<{ names: string[]; vlanId: number }[]>(
      '/service/networks?datacenter=SIM',
    );
    const plugs = `name=wan,ip=auto name=${network?.names[0]},ip=172.20.9.50`;
    const first = await create('tf-server', plugs);
    expect(first.networks).toMatchObject([
      { network: 'wan-sim' },
      { network: network?.names[0], ips: ['172.20.9.50'] },
    ]);
    await destroy(first.id);
    const next = await create('tf-server', plugs);
    expect(next.networks[1]?.ips).toEqual(['172.20.9.50']);
    await destroy(next.id);
    const secondId = (JSON.parse(second.res) as { subnetId: number }).subnetId;
    for (const id of [subnetId, secondId])
      await client.post('/service/network/subnet/delete', { subnetId: id });
    expect(
      await client.post('/service/network/delete', { datacenter: 'SIM', id: networkId }),
    ).toMatchObject({ res: '[]' });
  });

  it('adds, grows and removes disks, and reads the command from a list of strings', async () => {
    const server = await create('tf-disks', 'name=wan,ip=auto');
    for (const [change, sizes] of [
      [{ add: '10gb' }, [20, 10]],
      [{ resize: '1', size: '20gb' }, [20, 20]],
      [{ remove: '1' }, [20]],
    ] as const) {
      const commandIds = await client.post<string[]>('/server/disk', { id: server.id, ...change });
      expect(commandIds).toEqual([expect.stringMatching(/^\d+$/)]);
      await client.complete(commandIds[0] ?? '');
      expect((await infoOf({ id: server.id, name: '' }))[0]?.diskSizes).toEqual(sizes);
    }
    await destroy(server.id);
  });

  it('finds only datacenters with IDs in its own format, in lists, images and the price calculator', async () => {
    const form = /^[A-Z0-9-]{2,6}$/;
    const places = await client.get<{ id: string }[]>('/service/server?datacenter=1');
    const options = await client.get<{
      datacenters: object;
      diskImages: object;
      traffic: object;
      networks: object;
    }>('/service/server');
    const script = await (await fetch(`${app.address}/info/calculator.js.php`)).text();
    const calculator = JSON.parse(script.split("'")[1] ?? '') as { datacenters: string[] };
    const keys = Object.keys(calculator).flatMap((key) =>
      key.startsWith('netPck.') ? [key.slice('netPck.'.length)] : [],
    );
    const ids = [
      ...[
        places.map(({ id }) => id),
        Object.keys(options.datacenters),
        Object.keys(options.diskImages),
        Object.keys(options.traffic),
      ],
      ...[Object.keys(options.networks), calculator.datacenters, keys],
    ];
    for (const each of ids) expect(each).toEqual(['SIM']);
    expect('SIM').toMatch(form);
    expect(image).toMatch(/^SIM:[0-9a-f]{32}$/);
  });
});

describe('Ansible (kamatera_compute.py)', () => {
  const serverRequest = (name: string) => ({
    ...{
      name,
      password: '__generate__',
      passwordValidate: '__generate__',
      'ssh-key': '',
      datacenter: 'SIM',
      image,
      cpu: '1B',
      ram: 1024,
    },
    ...{
      disk: 'size=20',
      dailybackup: 'no',
      managed: 'no',
      network: 'name=wan,ip=auto',
      quantity: 1,
      billingcycle: 'hourly',
    },
    ...{ monthlypackage: null, poweronaftercreate: 'yes' },
  });

  it('makes a server absent and present again under the same name, even with a character that isn’t valid in hostnames', async () => {
    for (let round = 0; round < 2; round++) {
      const { commandIds } = await client.post<{ commandIds: string[] }>(
        '/service/server',
        serverRequest('my-test-server_1'),
      );
      expect(await client.complete(commandIds[0] ?? '')).toContain('Name: my-test-server_1');
      const [server] = await client.post<Info[]>('/service/server/info', {
        'allow-no-servers': true,
        name: 'my-test-server_1',
      });
      expect((await detailOf(server?.id ?? '')).hostname).toBe('my-test-server-1');
      const [terminated = ''] = await client.post<string[]>('/service/server/terminate', {
        id: server?.id,
        force: true,
      });
      await client.complete(terminated);
      expect(
        await client.post('/service/server/info', {
          'allow-no-servers': true,
          name: 'my-test-server_1',
        }),
      ).toEqual([]);
    }
  });
});

describe('server names', () => {
  const create = async (name: string): Promise<string> => {
    const fields = {
      name,
      password: 'A_chosen_Password1',
      datacenter: 'SIM',
      image,
      cpu: '1A',
      ram: '1024',
    };
    const [commandId = ''] = await client.post<string[]>('/service/server', fields);
    await client.complete(commandId);
    return (await infoOf({ id: '', name }))[0]?.id ?? '';
  };

  it.each([
    ['ktb-aB_9-20301126', 'ktb-aB-9-20301126'],
    ['web(blue).one', 'web-blue-one'],
    ['20301126', 'server-20301126'],
    ['localhost', 'server-localhost'],
  ])('%s is kept unchanged, and the guest’s hostname is %s', async (name, hostname) => {
    expect(await detailOf(await create(name))).toMatchObject({ name, hostname });
  });

  it('with a dot match only the server with exactly that name', async () => {
    await create('dot-a.b');
    await create('dot-aXb');
    expect((await infoOf({ id: '', name: 'dot-a.b' })).map(({ name }) => name)).toEqual([
      'dot-a.b',
    ]);
  });

  it('are listed in creation order', async () => {
    await create('order-z');
    await create('order-a');
    const names = (await client.get<{ name: string }[]>('/service/servers')).map(
      ({ name }) => name,
    );
    expect(names.indexOf('order-z')).toBeLessThan(names.indexOf('order-a'));
  });
});

describe('cloudcli, Packer and the toolbox', () => {
  const name = 'number-readers';
  beforeAll(async () => {
    const fields = {
      name,
      password: 'A_chosen_Password1',
      datacenter: 'SIM',
      image,
      cpu: '1A',
      ram: '1024',
      poweronaftercreate: 'no',
    };
    const [commandId = ''] = await client.post<string[]>('/service/server', fields);
    await client.complete(commandId);
  });

  it('cloudcli sends every field of a disk command as a form and reads a bare number', async () => {
    const fields = { id: '', name, add: '10gb', remove: '', resize: '', size: '' };
    const commandId = await client.command<number>('/server/disk', fields);
    expect(commandId).toEqual(expect.any(Number));
    await client.complete(commandId);
  });

  it('cloudcli escapes values like a path, so that keys, scripts and descriptions arrive unchanged', async () => {
    const typed = 'echo 1+1=2 && true; # 100% a/b "c" $HOME me@example.test: x&y';
    const answer = await client.command<{ description: string }[]>('/server/description', {
      id: '',
      name,
      set: typed,
    });
    expect(answer).toMatchObject([{ name, description: typed }]);
  });

  it('the toolbox sends JSON with the name and reads a bare number', async () => {
    const commandId = await client.post<number>('/server/disk', { name, add: '20gb' });
    expect(commandId).toEqual(expect.any(Number));
    await client.complete(commandId);
  });

  it('Packer copies a disk into the library and reads a bare number, and the console host accepts its proxy’s fields', async () => {
    const [disk] = await client.post<{ uuid: string }[]>('/server/hdlib', { name });
    const commandId = await client.post<number>('/server/hdlib', {
      name,
      clone: disk?.uuid,
      'image-name': 'packed',
    });
    expect(commandId).toEqual(expect.any(Number));
    await client.complete(commandId);
    const [server] = await infoOf({ id: '', name });
    const fields = { disk_src_0: disk?.uuid ?? '', disk_name_0: 'packed-again' };
    const second = await client.form<number>(`/service/server/${server?.id}/hdlib`, fields);
    expect(second).toEqual(expect.any(Number));
    await client.complete(second);
  });

  it('cloudcli lists the queue in its columns, and shows the log of one command', async () => {
    const [task] = await client.get<Record<string, unknown>[]>('/service/queue');
    expect(task).toMatchObject({
      commandInfo: expect.any(String),
      dtCreate: expect.any(String),
      progress: expect.any(Number),
    });
    expect(await client.get(`/service/queue?id=${task?.id}&log=true`)).toEqual([
      { log: expect.any(String) },
    ]);
  });

  it('cloudcli clones servers with its own flags', async () => {
    const fields = {
      'source-id': '',
      'source-name': name,
      name: 'cloned-by-flags',
      password: 'A_chosen_Password1',
      cpu: '',
      ram: '',
    };
    const [commandId = ''] = await client.form<string[]>('/service/cloneServer', {
      ...fields,
      disk: '',
      network: '',
      tag: '',
    });
    expect(await client.complete(commandId)).toContain('Name: cloned-by-flags');
  });

  it('configure is rejected with the message that the suites expect if both selectors are given', async () => {
    const response = await client.call('POST', '/server/configure', {
      name: '__none__',
      id: '__none__',
      cpu: 'AA',
    });
    expect([response.status, response.body]).toEqual([
      500,
      { message: 'Please choose --id or --name flags' },
    ]);
  });

  it('a script and user data both run at first boot', async () => {
    const engine = app.portal.services.engines.get('simulated');
    const create = vi.spyOn(engine, 'create');
    const [commandId = ''] = await client.form<string[]>('/service/server', {
      ...{
        name: 'both-scripts',
        password: 'A_chosen_Password1',
        datacenter: 'SIM',
        image,
        cpu: '1A',
        ram: '1024',
      },
      ...{
        'script-file': 'echo from-script',
        'userdata-file': '#cloud-config\npackages: [from-user-data]\n',
      },
    });
    await client.complete(commandId);
    const seed = create.mock.calls.at(-1)?.[0].seed.userData ?? '';
    create.mockRestore();
    const parts = `${seed}${[...seed.matchAll(/^[A-Za-z0-9+/=]{16,}$/gm)].map(([part]) => Buffer.from(part, 'base64').toString()).join('')}`;
    expect(parts).toContain('from-user-data');
    expect(parts).toContain('#!/bin/sh\necho from-script');
  });

  it('the web console’s form creates servers, with lists sent as separate fields', async () => {
    const form = new URLSearchParams([
      ...Object.entries({
        datacenter: 'SIM',
        nServers: '1',
        cpuStr: '1A',
        ramMB: '1024',
        password: 'A_chosen_Password1',
        billingMode: '1',
      }),
      ...[
        ['names[]', 'formed-one'] as [string, string],
        ['diskSizesGB[0]', '20'] as [string, string],
      ],
      ...[['diskSizesGB[1]', '10'] as [string, string], ['netModes[0]', 'wan'] as [string, string]],
      ...[
        ['netNames[0]', 'auto'] as [string, string],
        ['netIps[0]', 'auto'] as [string, string],
        ['diskImageId', image] as [string, string],
      ],
    ]);
    const response = await client.call('POST', '/svc/serverCreate', form.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(response.status, response.text).toBe(200);
    await client.complete((response.body as number[])[0] ?? 0);
    expect((await infoOf({ id: '', name: 'formed-one' }))[0]?.diskSizes).toEqual([20, 10]);
  });
});

const changes = Object.entries(compatibleEndpoints as Record<string, Endpoint>).filter(
  ([, { body }]) => body,
);
it.each(changes)('%s accepts a form', async (_operation, { method, path, also }) => {
  const address = (also ?? `/svc${path}`).replace(
    /\{\w+\}/g,
    '00000000-0000-4000-8000-000000000000',
  );
  const response = await client.call(method, address, 'id=&name=', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(response.text).not.toContain('application/x-www-form-urlencoded');
  expect(response.status).not.toBe(415);
});

describe('several datacenters', () => {
  beforeAll(async () => {
    await sql`
      insert into datacenter (code, name, region, country, engine, cpu_types, max_cores, max_ram_mb)
      values ('eu-frankfurt', 'Zzz Frankfurt', 'Europe', 'DE', 'simulated', '{B}', 2, 2048)`.execute(
      app.portal.services.database.db,
    );
  });

  it('are named by city and country', async () => {
    expect(await client.get('/service/server?datacenter=1')).toContainEqual({
      ...{ id: 'EU-FRA', name: 'Germany', category: 'Europe', subCategory: 'Zzz Frankfurt' },
    });
  });

  it('are combined in the options and the calculator, which list what at least one of them offers', async () => {
    const small = await client.get<{
      cpuTypes: { id: string; ramMB: number[]; cpuCores: number[] }[];
    }>('/service/server?capabilities=1&datacenter=EU-FRA');
    expect(small.cpuTypes.map(({ id, cpuCores }) => [id, Math.max(...cpuCores)])).toEqual([
      ['B', 2],
    ]);
    const large = await client.get<typeof small>('/service/server?capabilities=1&datacenter=SIM');
    const largeTypeB = large.cpuTypes.find(({ id }) => id === 'B');
    const options = await client.get<{ cpu: string[]; ram: Record<string, number[]> }>(
      '/service/server',
    );
    expect(options.ram.B).toEqual(largeTypeB?.ramMB);
    expect(options.cpu).toEqual(
      expect.arrayContaining((largeTypeB?.cpuCores ?? []).map((count) => `${count}B`)),
    );
    expect(options.cpu.length).toBe(new Set(options.cpu).size);
    const script = await (await fetch(`${app.address}/info/calculator.js.php`)).text();
    const calculator = JSON.parse(script.split("'")[1] ?? '') as Record<
      string,
      { options: { value: string }[] }[]
    >;
    const values = (group: string) =>
      calculator[group]?.[0]?.options.map(({ value }) => value) ?? [];
    expect(values('cpu')).toEqual(options.cpu);
    expect(values('ramMB.B')).toEqual(largeTypeB?.ramMB.map(String));
    expect(Object.keys(calculator)).toEqual(
      expect.arrayContaining(['netPck.SIM', 'netPck.EU-FRA']),
    );
  });
});
