import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { bearerClient, makeKey, type TestKey } from '../../../../server/testing/keyClient.ts';
import { PublishedClient } from './testing/publishedClient.ts';

/**
 * Requests and expected responses of clients of the console host: docker-machine, a shell client,
 * and scripts inside guests.
 */
let app: TestApp;
let key: TestKey;
let client: PublishedClient;
let [id, image] = ['', ''];

beforeAll(async () => {
  app = await startTestApp();
  const user = await app.signInAs('user', { email: 'console@example.test' });
  key = await makeKey(user, { ratePerMinute: 6000 });
  client = new PublishedClient(app.address, key);
  const images = await client.get<{ id: string }[]>('/service/server/options/images/SIM');
  image = images[0]?.id ?? '';
  const [commandId] = await client.form<number[]>('/service/server', {
    ...{
      datacenter: 'SIM',
      name: 'console-one',
      password: 'A_chosen_Password1',
      cpu: '1B',
      ram: '1024',
      billing: '1',
      power: '1',
    },
    ...{
      managed: '0',
      backup: '0',
      traffic: '',
      disk_size_0: '20',
      disk_src_0: image,
      network_name_0: 'wan',
      selectedSSHKeyValue: '',
    },
  });
  expect(commandId).toBeTypeOf('number');
  const log = await client.complete(commandId ?? 0);
  expect(/(?:^|\s)(\d+\.\d+\.\d+\.\d+)(?:\s|$)/.exec(log)?.[1]).toMatch(/^10\./);
  id = (await client.get<{ id: string }[]>('/service/servers'))[0]?.id ?? '';
}, 60_000);
afterAll(() => app.close());

const change = async (method: string, path: string, body?: unknown) => {
  const response = await client.call(method, `/service/server/${id}${path}`, body);
  expect(response.status, response.text).toBe(200);
  expect(response.body).toBeTypeOf('number');
  return await client.complete(response.body as number);
};

describe('the console host', () => {
  it('lists servers without prices', async () => {
    expect(await client.get('/service/servers')).toEqual([
      { id, name: 'console-one', datacenter: 'SIM', power: 'on' },
    ]);
    const server = await client.get<Record<string, unknown>>(`/service/server/${id}`);
    expect(server).toMatchObject({ id, cpu: '1B', ram: 1024, diskSizes: [20], power: 'on' });
    expect(server).not.toHaveProperty('priceMonthlyOn');
  });

  it('changes power, size, name and password with command numbers', async () => {
    await change('PUT', '/power', { power: 'restart' });
    await change('PUT', '/power', { power: 'off' });
    await change('PUT', '/cpu', { cpu: '2B' });
    await change('PUT', '/ram', { ram: 2048 });
    await change('PUT', '/rename', { name: 'console-two' });
    await change('PUT', '/password', { password: 'Another_Password_1' });
    expect(await client.get(`/service/server/${id}`)).toMatchObject({
      name: 'console-two',
      cpu: '2B',
      ram: 2048,
      power: 'off',
    });
    expect(await client.call('PUT', `/service/server/${id}/power`, { power: 'up' })).toMatchObject({
      status: 500,
      body: {
        errors: [
          { code: 20, info: expect.stringContaining('flag power'), category: 'General Error' },
        ],
      },
    });
  });

  it('adds, grows and removes disks, and shows snapshots as a tree', async () => {
    await change('POST', '/disk', { size: '10' });
    await change('PUT', '/disk', { index: 1, size: 20, provision: 1 });
    expect(await client.get(`/service/server/${id}`)).toMatchObject({ diskSizes: [20, 20] });
    await change('DELETE', '/disk/remove', { index: 1, confirm: 1 });
    for (const name of ['one', 'two']) await change('POST', '/snapshot', { name });
    const tree = await client.get<{ id: string; child: { id: string }[] }[]>(
      `/service/server/${id}/snapshots`,
    );
    expect(tree).toMatchObject([
      {
        name: 'one',
        depth: 0,
        active: false,
        child: [{ name: 'two', depth: 1, active: true, child: [] }],
      },
    ]);
    await change('PUT', '/snapshot', { snapshotId: tree[0]?.id });
    await change('DELETE', '/snapshot', { snapshotId: tree[0]?.child[0]?.id });
    expect(await client.get(`/service/server/${id}/snapshots`)).toMatchObject([
      { name: 'one', active: true, child: [] },
    ]);
    const [disk] = await client.get<{ uuid: string }[]>(`/service/server/${id}/hdlib`);
    await change('POST', '/hdlib', { uuid: disk?.uuid, name: 'a copy' });
  });

  it('returns a command by its number, and 404 for unknown numbers', async () => {
    expect(await client.get('/service/queue/1')).toMatchObject({
      id: 1,
      status: 'complete',
      server: 'console-one',
    });
    expect((await client.call('GET', '/service/queue/999999')).status).toBe(404);
  });

  it('serves the paths of its web console', async () => {
    const basePath = `/svc/server/${id}`;
    expect(await client.get(`${basePath}/overview`)).toMatchObject({
      id,
      name: 'console-two',
      description: '',
    });
    const set = new URLSearchParams({ description: 'set from inside' }).toString();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await client.call('PUT', `${basePath}/description`, set, form)).toMatchObject({
      status: 200,
    });
    expect(await client.get(`${basePath}/description`)).toEqual({ description: 'set from inside' });
    const { nics } = await client.get<{ nics: Record<string, unknown>[] }>(`${basePath}/nics`);
    expect(nics).toMatchObject([
      { network: 'wan-sim', connected: true, routedIps: [], manualConfigEnabled: false },
    ]);
    expect(
      Object.values(nics[0]?.actions as object).every((allowed) => typeof allowed === 'boolean'),
    ).toBe(true);
    const added = await client.post<{ cmdId: number }>(`${basePath}/nics`, {
      network: 'wan',
      ip: 'auto',
      provision: true,
    });
    await client.complete(added.cmdId);
    expect((await client.get<unknown[]>(`${basePath}/history`)).length).toBeGreaterThan(5);
    expect(await client.get(`${basePath}/reports`)).toMatchObject({
      report: [{ ts: expect.any(Number), disk: 20 }],
    });
    const to = new Date().toISOString();
    const series = await client.get<{ series: string }[]>(
      `${basePath}/statistics?category=cpu&dtFrom=${new Date(Date.now() - 3_600_000).toISOString()}&dtTo=${to}`,
    );
    expect(series.map((one) => one.series)).toEqual(['cpuAvg', 'cpu0', 'interval']);
    const configured = await client.call('PUT', `${basePath}/configuration`, { backup: '1' });
    expect(configured).toMatchObject({ status: 200, body: 0 });
    expect(await client.get(`${basePath}/configuration`)).toMatchObject({
      backup: '1',
      managed: '0',
      billing: 'hourly',
    });
    const price = await client.get<Record<string, string>>(
      `/svc/pricing/serverConfig/${id}?cpu=4B&ramMB=4096&diskSizesGB=20,50`,
    );
    expect(Number(price.hourlyOn)).toBeGreaterThan(Number(price.hourlyOff));
    await client.complete(
      (await client.call('PUT', `/service/server/${id}/power`, { power: 'on' })).body as number,
    );
    await client.complete((await client.call('PUT', `${basePath}/power/suspend`)).body as number);
    await client.complete((await client.call('PUT', `${basePath}/power/resume`)).body as number);
  });

  it('adds tags to servers and removes them', async () => {
    expect(
      await client.post('/svc/tags', { objectType: 'ot.server', objectId: id, tagName: 'green' }),
    ).toEqual(['green']);
    expect(await client.get('/svc/tags')).toEqual(['green']);
    expect(await client.get(`/svc/tags/ot.server/${id}`)).toEqual(['green']);
    expect((await client.call('DELETE', `/svc/tags/ot.server/${id}/green`)).body).toEqual([]);
  });

  it('lists the options for new servers', async () => {
    expect(await client.get('/svc/serverCreate/datacenters')).toMatchObject([
      { id: 'SIM', subCategory: 'Simulated' },
    ]);
    const configuration = await client.get<Record<string, unknown>>(
      '/svc/serverCreate/datacenterConfiguration/SIMULATED?userId=0',
    );
    expect(configuration).toMatchObject({
      trafficPackage: 't5000',
      cpuConf: { B: expect.arrayContaining([2]) },
    });
    expect(await client.get('/svc?path=serverCreate/datacenterConfiguration/SIM')).toEqual(
      configuration,
    );
    expect((await client.call('GET', '/svc?path=../etc')).status).toBe(404);
    expect(await client.get(`/svc/serverCreate/configuration?sourceServerId=${id}`)).toMatchObject({
      cpuStr: '2B',
      billingMode: 1,
      diskImageId: image,
    });
    expect(await client.get(`/service/server/options/image/${image}`)).toMatchObject({
      datacenter: 'SIM',
      imageRequirements: { minCpu: 1 },
    });
  });

  it('creates servers from its web page’s requests', async () => {
    const created = await client.post<number[]>('/svc/serverCreate', {
      ...{
        datacenter: 'sim',
        nServers: 2,
        names: ['page-one', 'page-two'],
        cpuStr: '2B',
        cpuType: 'B',
        ramMB: '2048',
      },
      ...{
        diskSizesGB: ['50'],
        password: 'A_chosen_Password1',
        passwordValidate: 'A_chosen_Password1',
        managed: false,
        backup: false,
      },
      ...{
        billingMode: 1,
        trafficPackage: '',
        useSimpleNetworking: false,
        powerOnCompletion: true,
        netModes: ['wan'],
        netNames: ['auto'],
      },
      ...{
        netSubnets: [''],
        netPrefixes: [0],
        netIps: ['auto'],
        diskImageId: image,
        sourceServerId: '',
        userId: 0,
        srcUI: false,
      },
      ...{
        selectedKey: null,
        script: '',
        selectedSSHKeyValue: '',
        selectedTags: [{ value: 'page', label: 'page' }],
        userData: '',
      },
    });
    expect(created).toEqual([expect.any(Number), expect.any(Number)]);
    for (const commandId of created) await client.complete(commandId);
    const servers = await client.post<{ id: string }[]>('/service/server/info', {
      name: 'page-.*',
    });
    expect(servers).toMatchObject([
      { name: 'page-one', cpu: '2B', ram: 2048, diskSizes: [50], power: 'on', billing: 'hourly' },
      { name: 'page-two' },
    ]);
    for (const commandId of await client.post<string[]>('/service/server/terminate', {
      name: 'page-.*',
      force: 1,
    }))
      await client.complete(commandId);
  });

  it('identifies itself at its root path', async () => {
    expect(await client.get('/')).toEqual({ ready: true });
  });

  it('exports the current month as a table, and rejects other months', async () => {
    const now = new Date();
    const csv = await client.call(
      'GET',
      `/service/billing/${now.getUTCFullYear()}/${now.getUTCMonth() + 1}/self`,
    );
    expect(csv.text).toMatch(/^type,id,name,amount,currency\r\n/);
    expect((await client.call('GET', '/service/billing/2001/1/self')).status).toBe(404);
  });

  it('terminates a server after confirmation, and with force if it is on', async () => {
    const path = `/service/server/${id}/terminate`;
    expect((await client.call('DELETE', path, { force: 1 })).body).toMatchObject({
      errors: [{ info: 'missing required flag (confirm)' }],
    });
    expect((await client.call('DELETE', path, { confirm: 1 })).status).toBe(500);
    const response = await client.call('DELETE', path, 'confirm=1&force=1', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(response.status, response.text).toBe(200);
    await client.complete(response.body as number);
    expect(await client.get('/service/servers')).toEqual([]);
  });

  it('also accepts a key’s token, and rejects anonymous callers in its own format', async () => {
    const { body: token } = await app
      .anonymous()
      .post<{ authentication: string }>('/service/authenticate', key);
    expect(
      (await bearerClient(app.address, token.authentication).get('/service/servers')).body,
    ).toEqual([]);
    const wrongKeyClient = new PublishedClient(app.address, { ...key, secret: 'wrong' });
    expect(await wrongKeyClient.call('GET', '/svc/tags')).toMatchObject({
      status: 401,
      body: { errors: [{ code: 1, info: 'you are not logged in', category: 'General Error' }] },
    });
  });
});
