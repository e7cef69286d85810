import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EngineError } from '../../../../drivers/compute/port.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { makeKey } from '../../../../server/testing/keyClient.ts';
import { PublishedClient } from './testing/publishedClient.ts';

/**
 * Requests and expected responses of clients that can't be installed everywhere, taken from their
 * sources and test suites.
 */
let app: TestApp;
let client: PublishedClient;
let image = '';

const serverRequest = (name: string) => ({
  ...{
    name,
    password: 'Aa1!0123456789abcdef01234567',
    passwordValidate: 'Aa1!0123456789abcdef01234567',
    'ssh-key': '',
  },
  ...{
    datacenter: 'sim',
    image,
    cpu: '1A',
    ram: '1024',
    disk: 'size=20',
    dailybackup: 'no',
    managed: 'no',
  },
  ...{
    network: 'name=wan,ip=auto',
    quantity: 1,
    billingcycle: 'hourly',
    monthlypackage: '',
    poweronaftercreate: 'yes',
  },
});

async function createServer(name: string, fields: Record<string, unknown> = {}): Promise<string> {
  const [commandId = ''] = await client.post<string[]>('/service/server', {
    ...serverRequest(name),
    ...fields,
  });
  await client.complete(commandId);
  const [server] = await client.post<{ id: string }[]>('/service/server/info', { id: '', name });
  return server?.id ?? '';
}

beforeAll(async () => {
  app = await startTestApp();
  const user = await app.signInAs('user', { email: 'cli@example.test' });
  client = new PublishedClient(app.address, await makeKey(user, { ratePerMinute: 6000 }));
  const images = await client.get<{ id: string; code: string }[]>(
    '/service/server?images=1&datacenter=SIM',
  );
  image = images.find(({ code }) => code === 'debian-12')?.id ?? '';
}, 60_000);
afterAll(() => app.close());

describe('a new server', () => {
  it('returns command numbers in plain text, and its log contains its name on a single line', async () => {
    const answer = await client.post<string[]>('/service/server', serverRequest('new-one'));
    expect(answer).toEqual([expect.stringMatching(/^\d+$/)]);
    const log = await client.complete(answer[0] ?? '');
    expect(log.split('\n').filter((line) => line.startsWith('Name: '))).toEqual(['Name: new-one']);
    expect(log).toMatch(/^Network #1: wan \d+\.\d+\.\d+\.\d+$/m);
  });

  it('can be sized by plain numbers in ram and diskSizes', async () => {
    const [info] = await client.post<Record<string, unknown>[]>('/service/server/info', {
      id: '',
      name: 'new-one',
    });
    expect(info).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{ datacenter: 'SIM', name: 'new-one', cpu: '1A', ram: 1024, power: 'on', diskSizes: [20] },
      networks: [{ network: 'wan-sim', ips: [expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/)] }],
      ...{ billing: 'hourly', traffic: 't5000', managed: '0', backup: '0' },
      ...{ priceMonthlyOn: '7.20', priceHourlyOn: '0.012', priceHourlyOff: '0.004' },
    });
    expect(await client.post('/service/server/info', { id: info?.id, name: '' })).toEqual([info]);
  });

  it('gets a generated password on request, shown once', async () => {
    const body = {
      ...serverRequest('new-generated'),
      password: '__generate__',
      passwordValidate: '__generate__',
    };
    const answer = await client.post<{ commandIds: string[]; password: string }>(
      '/service/server',
      body,
    );
    expect(answer).toEqual({
      commandIds: [expect.stringMatching(/^\d+$/)],
      password: expect.stringMatching(/^.{20}$/),
    });
    await client.complete(answer.commandIds[0] ?? '');
  });

  it('can be created from a form with every field of a client', async () => {
    const commandIds = await client.form<string[]>('/service/server', {
      ...{
        name: 'new-form',
        password: 'A_chosen_Password1',
        datacenter: 'SIM',
        image: 'Debian 12',
        cpu: '2B',
        ram: '2048',
      },
      ...{
        disk: 'id=1,size=10 id=0,size=20',
        dailybackup: 'yes',
        managed: '',
        network: 'id=0,name=wan,ip=auto',
        quantity: '2',
      },
      ...{
        billingcycle: 'monthly',
        monthlypackage: 'b50',
        poweronaftercreate: 'no',
        'ssh-key': '',
        'script-file': '',
        tag: 'red blue',
      },
    });
    expect(commandIds).toHaveLength(2);
    for (const commandId of commandIds) await client.complete(commandId);
    const servers = await client.post<Record<string, unknown>[]>('/service/server/info', {
      name: 'new-form-\\d',
    });
    expect(servers).toHaveLength(2);
    expect(servers[0]).toMatchObject({
      power: 'off',
      diskSizes: [20, 10],
      billing: 'monthly',
      traffic: 'b50',
      backup: '1',
      cpu: '2B',
    });
    expect(await client.post('/server/tags', { name: 'new-form-1' })).toEqual([
      { id: servers[0]?.id, tagName: 'red' },
      { id: servers[0]?.id, tagName: 'blue' },
    ]);
  });

  it('can be requested in the format of the cluster autoscaler', async () => {
    const { billingcycle: _cycle, quantity: _quantity, ...fields } = serverRequest('new-node');
    const body = {
      ...fields,
      quantity: 1,
      billingCycle: 'MONTHLY',
      monthlypackage: 't5000',
      'script-file': 'echo hello',
      'userdata-file': '',
      tag: 'a b',
    };
    const [commandId = ''] = await client.post<string[]>('/service/server', body);
    await client.complete(commandId);
    expect(await client.post('/service/server/info', { name: 'new-node' })).toMatchObject([
      { billing: 'monthly', traffic: 't5000' },
    ]);
  });

  it.each([
    [{ name: '' }, 500, 'missing required flag (name)'],
    [{ datacenter: 'EU' }, 500, 'there is no datacenter EU, available are: SIM'],
    [
      { image: 'EU:0123456789abcdef0123456789abcdef' },
      500,
      'disk image ID must match the selected datacenter',
    ],
    [{ image: 'plan9' }, 500, 'failed to find disk image plan9, available in datacenter SIM: '],
    [{ cpu: 'two' }, 500, 'invalid value for flag cpu: two'],
    [{ cpu: '3B' }, 500, '(cpu)'],
    [{ disk: 'size=7' }, 500, '(disk)'],
    [{ network: 'name=lan-1-nothing,ip=auto' }, 500, 'selected network was not found'],
    [{ password: 'short', passwordValidate: 'short' }, 500, '(password)'],
    [{ dailybackup: 'perhaps' }, 500, 'invalid value for flag dailybackup: perhaps'],
    [{ name: 'new-one' }, 500, 'new-one'],
  ])('is rejected with %j, and nothing is created', async (fields, status, text) => {
    const before = await client.get<unknown[]>('/service/servers');
    const response = await client.call('POST', '/service/server', {
      ...serverRequest('refused'),
      ...fields,
    });
    expect([response.status, Object.keys(response.body as object)]).toEqual([status, ['message']]);
    expect((response.body as { message: string }).message).toContain(text);
    expect(await client.get('/service/servers')).toEqual(before);
  });
});

describe('servers selected by name', () => {
  it('must match the expression with their whole name', async () => {
    const names = async (name: string) => {
      const response = await client.call('POST', '/service/server/info', {
        name,
        'allow-no-servers': 'yes',
      });
      return response.status === 200
        ? (response.body as { name: string }[]).map((server) => server.name)
        : response.body;
    };
    expect(await names('new-one|new-node')).toEqual(['new-one', 'new-node']);
    expect(await names('new-on')).toEqual([]);
    expect(await names('.*-one')).toEqual(['new-one']);
    expect(await names('(')).toEqual({
      message: expect.stringContaining('Use a valid regular expression.'),
    });
    const startedAt = performance.now();
    expect(await names('((((x{1,255}){1,255}){1,255}){1,255}){1,255}')).toEqual({
      message: expect.any(String),
    });
    expect(await names('(.*)*(.*)*(.*)*(.*)*!')).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(await names('(a+)+\\1')).toEqual({
      message: expect.stringContaining('without backreferences'),
    });
  });

  it('return the messages that the suites expect if there are none, or several where one is required', async () => {
    for (const path of [
      '/service/server/info',
      '/service/server/poweron',
      '/service/server/terminate',
      '/server/disk',
      '/server/history',
    ])
      expect(await client.call('POST', path, { name: '__none__' })).toMatchObject({
        status: 404,
        body: { message: "No servers found (name='__none__')" },
      });
    for (const path of [
      '/server/disk',
      '/server/snapshot',
      '/server/network',
      '/server/tags',
      '/server/description',
      '/server/hdlib',
    ])
      expect(await client.call('POST', path, { name: 'new-one|new-node' })).toMatchObject({
        body: { message: 'Too many matching servers' },
      });
  });

  it('return a status in the body if the client requests it', async () => {
    const headers = { 'X-CLOUDCLI-STATUSINJSON': 'true' };
    expect(await client.call('GET', '/service/servers', undefined, headers)).toMatchObject({
      status: 200,
      body: { status: 200 },
    });
    const response = await client.call(
      'POST',
      '/service/server/info',
      { name: '__none__' },
      headers,
    );
    expect(response).toMatchObject({
      status: 200,
      body: { status: 404, response: { message: "No servers found (name='__none__')" } },
    });
  });

  it('exclude servers of other accounts for every caller', async () => {
    const root = new PublishedClient(app.address, await makeKey(app.root, {}));
    expect(await root.get('/service/servers')).toEqual([]);
    expect(
      await root.call('POST', '/service/server/terminate', { name: '.*', force: true }),
    ).toMatchObject({ status: 404 });
    const [{ id = '' } = {}] = await client.post<{ id?: string }[]>('/service/server/info', {
      name: 'new-one',
    });
    expect(await root.post('/service/server/info', { id })).toMatchObject([{ name: 'new-one' }]);
    const otherClient = new PublishedClient(
      app.address,
      await makeKey(await app.signInAs('user'), {}),
    );
    expect(await otherClient.call('POST', '/service/server/info', { id })).toMatchObject({
      status: 404,
      body: { message: `No servers found (id='${id}')` },
    });
  });
});

describe('a server', () => {
  let id = '';
  beforeAll(async () => {
    id = await createServer('kept-server');
  });
  const info = async () =>
    (await client.post<Record<string, unknown>[]>('/service/server/info', { id }))[0] ?? {};

  it('is turned off and on, two with one call', async () => {
    const second = await createServer('kept-second');
    const commandIds = await client.post<string[]>('/service/server/poweroff', {
      name: 'kept-server|kept-second',
    });
    expect(commandIds).toHaveLength(2);
    for (const commandId of commandIds) await client.complete(commandId);
    expect(await client.post('/service/server/info', { name: 'kept-.*' })).toMatchObject([
      { power: 'off' },
      { power: 'off' },
    ]);
    const [on = ''] = await client.post<string[]>('/service/server/poweron', { id });
    await client.complete(on);
    expect(await info()).toMatchObject({ power: 'on' });
    const [secondCmdId = ''] = await client.post<string[]>('/service/server/reboot', { id });
    await client.complete(secondCmdId);
    const dryRun = await client.post('/service/server/terminate', {
      name: 'kept-.*',
      dryrun: 'true',
    });
    expect(dryRun).toEqual({ dryrun: true, 'server-names': ['kept-server', 'kept-second'] });
    const [terminateTaskId = ''] = await client.post<string[]>('/service/server/terminate', {
      id: second,
    });
    await client.complete(terminateTaskId);
  });

  it('can only be terminated with force while on', async () => {
    const response = await client.call('POST', '/service/server/terminate', { id });
    expect(response).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining('powered on') },
    });
  });

  it.each([
    [{}, 'Please choose a configuration flag'],
    [{ cpu: '', ram: '0', managed: '' }, 'Please choose a configuration flag'],
    [{ cpu: 'AA', ram: 'BB' }, 'Please choose only 1 configuration flag at a time'],
    [{ cpu: 'AA', id: 'x' }, 'Please choose --id or --name flags'],
    [{ cpu: 'AA' }, '--name flag did not match any servers'],
    [{ cpu: 'AA', name: 'new-.*' }, '--name flag must match a single server'],
  ])('can’t be configured with %j', async (flags, message) => {
    const response = await client.call('POST', '/server/configure', { name: '__none__', ...flags });
    expect(response.body).toEqual({ message });
  });

  it('is configured one part at a time, with all keys sent and most of them empty', async () => {
    const none = {
      id,
      name: '',
      cpu: '',
      ram: 0,
      dailybackup: '',
      managed: '',
      billingcycle: '',
      monthlypackage: '',
    };
    const configure = async (flags: Record<string, unknown>) => {
      const [commandId = ''] = await client.post<string[]>('/server/configure', {
        ...none,
        ...flags,
      });
      await client.complete(commandId);
      return await info();
    };
    await client.complete(
      (await client.post<string[]>('/service/server/poweroff', { id }))[0] ?? '',
    );
    expect(await configure({ cpu: '2A' })).toMatchObject({ cpu: '2A', ram: 1024 });
    expect(await configure({ ram: 2048 })).toMatchObject({ cpu: '2A', ram: 2048 });
    expect(await configure({ dailybackup: 'yes' })).toMatchObject({ backup: '1', managed: '0' });
    expect(await configure({ managed: 'yes' })).toMatchObject({ backup: '1', managed: '1' });
    expect(await configure({ billingcycle: 'monthly', monthlypackage: 't5000' })).toMatchObject({
      billing: 'monthly',
      traffic: 't5000',
    });
    expect(await configure({ billingcycle: 'hourly', monthlypackage: 't5000' })).toMatchObject({
      billing: 'hourly',
    });
  });

  it('has disks numbered from 0, and a disk change returns a bare number', async () => {
    const disk = (flags: Record<string, string> = {}) =>
      client.form<unknown>('/server/disk', {
        id,
        name: '',
        add: '',
        remove: '',
        resize: '',
        size: '',
        ...flags,
      });
    expect(await disk()).toEqual([{ id: 0, size: '20gb' }]);
    const added = await disk({ add: '20gb' });
    expect(added).toBeTypeOf('number');
    await client.complete(added as number);
    await client.complete((await disk({ resize: '1', size: '30gb' })) as number);
    expect(await disk()).toEqual([
      { id: 0, size: '20gb' },
      { id: 1, size: '30gb' },
    ]);
    const snapshot = await client.post<number>('/server/snapshot', { id, create: 'before' });
    await client.complete(snapshot);
    expect(await client.call('POST', '/server/disk', { id, remove: '1' })).toMatchObject({
      status: 500,
      body: { message: 'server has snapshots' },
    });
    const [createdSnapshot] = await client.post<{ id: string }[]>('/server/snapshot', { id });
    await client.complete(
      await client.post<number>('/server/snapshot', { id, delete: createdSnapshot?.id }),
    );
    await client.complete((await disk({ remove: '1' })) as number);
    expect(await disk()).toEqual([{ id: 0, size: '20gb' }]);
    expect((await client.call('POST', '/server/disk', { id, remove: '7' })).body).toEqual({
      message: expect.stringContaining('disks 0 to 0'),
    });
  });

  it('has nested snapshots', async () => {
    for (const create of ['snap1', 'snap2'])
      await client.complete(await client.post<number>('/server/snapshot', { id, create }));
    const list = () =>
      client.post<{ id: string; name: string; date: string; depth: number; active: boolean }[]>(
        '/server/snapshot',
        { id },
      );
    const [first, second] = await list();
    expect(first).toEqual({
      id: expect.any(String),
      name: 'snap1',
      date: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/),
      depth: 0,
      active: false,
      child: [],
    });
    expect(second).toMatchObject({ name: 'snap2', depth: 1, active: true });
    await client.complete(await client.post<number>('/server/snapshot', { id, revert: first?.id }));
    expect((await list()).map(({ active }) => active)).toEqual([true, false]);
    expect((await client.call('POST', '/server/snapshot', { id, revert: 'first' })).body).toEqual({
      message: expect.stringContaining('flag revert'),
    });
  });

  it('has network interfaces that are attached and detached by MAC address', async () => {
    const [nic] = await client.post<{ mac: string }[]>('/server/network', { id });
    expect(nic).toEqual({
      network: 'wan-sim',
      ips: [expect.any(String)],
      connected: true,
      mac: expect.stringMatching(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/),
      routedIps: [],
      manualConfigEnabled: false,
      actions: {
        ...{
          'nic.connect': false,
          'nic.disconnect': true,
          'nic.change': true,
          'nic.remove': false,
        },
        ...{ 'nic.info': true, 'nic.ip.add': false, 'nic.ip.remove': false },
      },
    });
    const disconnected = await client.post<number>('/server/network', {
      id,
      disconnect: nic?.mac,
    });
    expect(disconnected).toBeTypeOf('number');
    await client.complete(disconnected);
    expect(await client.post('/server/network', { id })).toMatchObject([{ connected: false }]);
    await client.complete(
      await client.post<number>('/server/network', { id, connect: nic?.mac.toUpperCase() }),
    );
    // A missing network is created with its subnet.
    const added = await client.post<number>('/server/network', {
      id,
      add: 'inner',
      ip: '10.200.0.9',
      subnet: '10.200.0.0',
      bits: '24',
    });
    await client.complete(added);
    const nics = await client.post<{ network: string; ips: string[] }[]>('/server/network', {
      id,
    });
    expect(nics[1]).toMatchObject({
      network: expect.stringMatching(/^lan-\d+-inner$/),
      ips: ['10.200.0.9'],
    });
    await client.complete(
      await client.post<number>('/server/network', {
        id,
        add: nics[1]?.network,
        ip: 'auto',
        subnet: '',
        bits: '',
      }),
    );
    expect(await client.post('/server/network', { id })).toHaveLength(3);
  });

  it('has tags, a description, disks for the library, a history and an address', async () => {
    expect(await client.post('/server/tags', { id, add: 'foo' })).toEqual([{ id, tagName: 'foo' }]);
    expect(await client.post('/server/tags', { id, add: 'bar' })).toHaveLength(2);
    expect(await client.post('/server/tags', { id, remove: 'foo' })).toEqual([
      { id, tagName: 'bar' },
    ]);
    expect(await client.post('/server/description', { id, set: 'Mine!' })).toEqual([
      { id, name: 'kept-server', description: 'Mine!' },
    ]);
    expect(await client.post('/server/description', { id })).toMatchObject([
      { description: 'Mine!' },
    ]);
    const lines = `Installed.\nSee /root/readme.\n${'x'.repeat(300)}`;
    expect(await client.post('/server/description', { id, set: lines })).toMatchObject([
      { description: lines },
    ]);
    expect(await client.post('/server/description', { id, set: 'short' })).toMatchObject([
      { description: 'short' },
    ]);
    const [disk] = await client.post<{ uuid: string; sizeGB: number }[]>('/server/hdlib', { id });
    expect(disk).toEqual({ uuid: expect.any(String), sizeGB: 20 });
    await client.complete(
      await client.post<number>('/server/hdlib', {
        id,
        clone: disk?.uuid,
        'image-name': 'copy of it',
      }),
    );
    const history = await client.post<Record<string, string>[]>('/server/history', { id });
    expect(history[0]).toEqual({
      action: expect.any(String),
      date: expect.stringMatching(/^\d\d\/\d\d\/\d{4} /),
      user: 'cli@example.test',
    });
    expect(await client.post('/service/server/ssh', { id })).toEqual([
      { id, name: 'kept-server', externalIp: expect.stringMatching(/^\d+\./) },
    ]);
    expect(
      await client.post('/service/server/sshkey', { id, 'public-key': 'id.pub' }),
    ).toHaveLength(1);
  });

  it('is renamed, and gets a new password', async () => {
    const [renamed = ''] = await client.post<string[]>('/service/server/rename', {
      id,
      'new-name': 'kept-renamed',
    });
    expect(await client.wait(renamed)).toMatchObject({ status: 'complete', log: '' });
    expect(await info()).toMatchObject({ name: 'kept-renamed' });
    const renameEntries = sql`select b.operation from audit_entry a join audit_entry b using (request_id) where a.operation = 'renameServer'`;
    expect((await renameEntries.execute(app.portal.services.database.db)).rows).toEqual([
      { operation: 'renameServer' },
    ]);
    const [password = ''] = await client.post<string[]>('/service/server/password', {
      id,
      password: 'Another_Password_1',
    });
    await client.complete(password);
    const jobIds = await client.post<string[]>('/service/server/password', {
      name: 'kept-renamed|new-node',
      password: 'For_both_of_them_1',
    });
    expect(jobIds).toHaveLength(2);
    for (const commandId of jobIds) await client.complete(commandId);
    expect((await client.call('POST', '/service/server/rename', { id })).body).toEqual({
      message: 'missing required flag (new-name)',
    });
  });

  it('returns its metrics by name and time', async () => {
    const requestStatistics = (flags: Record<string, unknown>) =>
      client.call('POST', '/server/statistics', { id, ...flags });
    expect((await requestStatistics({})).body).toEqual({
      message: 'Please choose a metric to show',
    });
    expect((await requestStatistics({ all: true, startdate: 'foobar' })).body).toEqual({
      message: 'Please specify period, or startdate and enddate flags',
    });
    expect(
      (await requestStatistics({ cpu: true, startdate: '2025013', enddate: '20250131' })).status,
    ).toBe(500);
    const all = (await requestStatistics({ all: true, period: '1h' })).body as {
      series: string;
      data: unknown[];
    }[][];
    expect(
      all
        .flat()
        .map(({ series }) => series)
        .sort(),
    ).toEqual(
      [
        ...[
          'lanTr',
          'netRc0',
          'lanRc',
          'netTotal0',
          'netTrTotal',
          'netRcTotal',
          'netTr0',
          'wanRc',
          'wanTr',
          'ram',
          'cpuAvg',
          'cpu0',
        ],
        ...[
          'diskWrite0',
          'diskWriteTotal',
          'diskReadTotal',
          'diskRead0',
          'diskCmdTotal',
          'diskCmd0',
        ],
        ...['diskWriteMB0', 'diskReadMB0', 'diskWriteMBTotal', 'diskReadMBTotal'],
      ].sort(),
    );
    const [report] = await client.post<Record<string, number>[]>('/server/report', { id });
    expect(Object.keys(report ?? {})).toEqual([
      ...[
        'year',
        'month',
        'cpu',
        'ram',
        'disk',
        'diskTraffic',
        'wanRcTraffic',
        'wanTrTraffic',
        'wanRcPer',
        'wanTrPer',
      ],
      ...['lanRcTraffic', 'lanTrTraffic', 'lanRcPer', 'lanTrPer'],
    ]);
  });

  it('is cloned while it is off', async () => {
    const [commandId = ''] = await client.post<string[]>('/service/cloneServer', {
      'source-server-id': id,
      name: 'kept-copy',
      poweronaftercreate: 'no',
    });
    await client.complete(commandId);
    expect(await client.post('/service/server/info', { name: 'kept-copy' })).toMatchObject([
      { cpu: '2A', ram: 2048, power: 'off' },
    ]);
  });
});

describe('the queue', () => {
  it('lists commands by number in order, with text in log and status', async () => {
    const latest = await client.get<{ id: number; log: string }[]>('/service/queue');
    const [one, two] = latest;
    const lines = await client.get<Record<string, unknown>[]>(
      `/service/queue?id=${two?.id}%20${one?.id}`,
    );
    expect(lines.map(({ id }) => id)).toEqual([two?.id, one?.id]);
    for (const line of lines) {
      expect(Object.keys(line)).toEqual([
        'id',
        'status',
        'server',
        'description',
        'added',
        'executed',
        'completed',
        'log',
      ]);
      expect([typeof line.status, typeof line.log]).toEqual(['string', 'string']);
      expect(line.added).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    }
    expect((await client.call('GET', '/service/queue?id=999999')).status).toBe(404);
    expect((await client.call('GET', '/service/queue?id=x')).status).toBe(500);
  });

  it('ends the wait for a failed or canceled command, with the reason', async () => {
    const engine = app.portal.services.engines.get('simulated');
    vi.spyOn(engine, 'create').mockRejectedValueOnce(
      new EngineError('simulated', 'noSpace', 'No space left on device'),
    );
    const [commandId = ''] = await client.post<string[]>(
      '/service/server',
      serverRequest('never-made'),
    );
    const { status, log } = await client.wait(commandId);
    expect([status, log.split('\n')[0]]).toEqual(['error', 'Name: never-made']);
    expect(log).toContain('No space left on device');
    expect((await client.call('POST', '/service/server/info', { name: 'never-made' })).status).toBe(
      404,
    );
  });
});
