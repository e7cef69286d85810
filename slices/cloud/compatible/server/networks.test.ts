import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { makeKey } from '../../../../server/testing/keyClient.ts';
import { PublishedClient } from './testing/publishedClient.ts';

let app: TestApp;
let client: PublishedClient;
beforeAll(async () => {
  app = await startTestApp();
  client = new PublishedClient(
    app.address,
    await makeKey(await app.signInAs('user'), { ratePerMinute: 6000 }),
  );
}, 60_000);
afterAll(() => app.close());

interface NetworkLine {
  datacenter: string;
  ids: number[];
  names: string[];
  vlanId: number;
}
interface SubnetLine {
  subnetId: number;
  subnetIp: string;
  gateway: string;
  subnetDescription: string;
}

const first = {
  ...{
    subnetIp: '172.16.0.0',
    subnetBit: '23',
    gateway: '172.16.0.100',
    dns1: '1.2.3.4',
    dns2: '1.2.3.4',
  },
  subnetDescription: 'testing 1 2 3',
};
const second = {
  ...{
    subnetIp: '192.168.0.0',
    subnetBit: 26,
    gateway: '192.168.0.1',
    dns1: '6.6.6.6',
    dns2: '7.7.7.7',
  },
  subnetDescription: '2nd subnet',
};
const vendorError = (code: number, info = 'error occurred', category = 'General Error') => ({
  errors: [{ code, info, category }],
});

/** The steps of the published network test suite, in its order, on the command line host. */
describe('networks on the command line host', () => {
  const datacenter = 'SIM';
  const postRejected = async (path: string, body: unknown) => {
    const { status, body: response } = await client.call('POST', path, body);
    expect([status, Object.keys(response as object)]).toEqual([500, ['message']]);
    return JSON.parse((response as { message: string }).message) as unknown;
  };
  const list = () => client.get<NetworkLine[]>(`/service/networks?datacenter=${datacenter}`);
  const subnets = (vlanId: number) =>
    client.get<SubnetLine[]>(`/service/network/subnets?datacenter=${datacenter}&vlanId=${vlanId}`);
  let network: NetworkLine;
  let created: { networkId: number; subnetId: number };

  it('are created once per name, and listed with one ID and one name each', async () => {
    const body = { datacenter, name: 'ktbk-test-networks', ...first };
    const answer = await client.post<{ message: string; res: string }>(
      '/service/network/create',
      body,
    );
    expect(answer).toEqual({ message: 'Network created successfully', res: expect.any(String) });
    created = JSON.parse(answer.res) as typeof created;
    expect([typeof created.networkId, typeof created.subnetId]).toEqual(['number', 'number']);
    expect(await postRejected('/service/network/create', body)).toEqual(vendorError(115));
    [network] = (await list()) as [NetworkLine];
    expect(network).toEqual({
      ...{ datacenter, ids: [created.networkId], vlanId: created.networkId },
      names: [`lan-${created.networkId}-ktbk-test-networks`],
    });
    // Clients print these numbers with Go's %v, which only uses no exponent below a million.
    expect(network.vlanId).toBeLessThan(1_000_000);
  });

  it('keep existing settings: subnets are created, changed and deleted one by one', async () => {
    const { vlanId } = network;
    expect(
      await postRejected('/service/network/delete', { datacenter, id: network.ids[0] }),
    ).toEqual(vendorError(20));
    expect(await subnets(vlanId)).toEqual([
      {
        ...{
          datacenter,
          vlanId,
          subnetId: created.subnetId,
          total: 510,
          startRange: '172.16.0.1',
          endRange: '172.16.1.254',
        },
        ...{
          subnetIp: '172.16.0.0',
          subnetBit: 23,
          subnetMask: '255.255.254.0',
          subnetDescription: 'testing 1 2 3',
        },
        ...{ dns1: '1.2.3.4', dns2: '1.2.3.4', gateway: '172.16.0.100', inUse: 0 },
      },
    ]);
    const body = { datacenter, vlanId: String(vlanId), ...second };
    expect(await client.post('/service/network/subnet/create', body)).toMatchObject({
      message: 'Subnet created successfully',
    });
    expect(await postRejected('/service/network/subnet/create', body)).toEqual(vendorError(102));
    const edited = await client.post<{ message: string; res: string }>(
      '/service/network/subnet/edit',
      {
        ...{ datacenter, vlanId, subnetId: created.subnetId, ...first },
        gateway: '172.16.0.2',
      },
    );
    expect(edited.message).toBe('Subnet updated successfully');
    expect(Object.keys(JSON.parse(edited.res) as object).sort()).toEqual(
      [
        ...[
          'subnetId',
          'subnetIp',
          'subnetBit',
          'subnetMask',
          'gateway',
          'startRange',
          'endRange',
          'inUse',
          'total',
          'edit',
        ],
        ...['dns1', 'dns2', 'subnetDescription'],
      ].sort(),
    );
    expect((await subnets(vlanId)).map(({ gateway }) => gateway)).toEqual([
      '172.16.0.2',
      '192.168.0.1',
    ]);
  });

  it('are deleted with their last subnet', async () => {
    for (const { subnetId } of await subnets(network.vlanId)) {
      expect(await client.post('/service/network/subnet/delete', { subnetId })).toEqual({
        message: 'Subnet deleted successfully',
        res: '[]',
      });
      expect(await postRejected('/service/network/subnet/delete', { subnetId })).toEqual(
        vendorError(1, 'Forbidden'),
      );
    }
    const body = { datacenter, id: network.ids[0] };
    expect(await client.post('/service/network/delete', body)).toEqual({
      message: 'Network deleted successfully',
      res: '[]',
    });
    expect(await postRejected('/service/network/delete', body)).toEqual(
      vendorError(11, 'Network not found.', 'Network Error'),
    );
    expect(await list()).toEqual([]);
  });

  it('of another account aren’t found by any number', async () => {
    const { res } = await client.post<{ res: string }>('/service/network/create', {
      datacenter,
      name: 'mine',
      ...second,
    });
    const { networkId, subnetId } = JSON.parse(res) as typeof created;
    const otherClient = new PublishedClient(
      app.address,
      await makeKey(await app.signInAs('user'), {}),
    );
    expect(await otherClient.get(`/service/networks?datacenter=${datacenter}`)).toEqual([]);
    for (const [path, body] of [
      ['/service/network/delete', { datacenter, id: networkId }],
      ['/service/network/subnet/delete', { subnetId }],
      [
        '/service/network/subnet/edit',
        { datacenter, vlanId: networkId, subnetId, ...second, gateway: '192.168.0.9' },
      ],
      ['/service/network/subnet/create', { datacenter, vlanId: networkId, ...first }],
    ] as const)
      expect((await otherClient.call('POST', path, body)).status, path).toBe(500);
    expect(await subnets(networkId)).toMatchObject([{ gateway: '192.168.0.1' }]);
  });

  it.each([
    [
      '/service/network/create',
      { datacenter: 'SIM', name: 'x-net', subnetIp: '172.30.0.0', subnetBit: '' },
      'missing required flag (subnetBit)',
    ],
    [
      '/service/network/create',
      { datacenter: 'EU', name: 'x-net', ...first },
      'there is no datacenter EU',
    ],
    [
      '/service/network/create',
      { datacenter: 'SIM', name: 'x-net', ...first, subnetBit: 'many' },
      'flag subnetBit',
    ],
    ['/service/network/subnet/delete', { subnetId: '' }, 'missing required flag (subnetId)'],
  ])('%s rejects %j', async (path, body, text) => {
    expect((await client.call('POST', path, body)).body).toEqual({
      message: expect.stringContaining(text),
    });
  });
});

describe('networks on the console host', () => {
  const basePath = '/svc/networks/SIMULATED';

  it('are created, paged, changed and deleted at the paths of its web console', async () => {
    const body = { name: 'console-net', ...first, subnetBit: 23 };
    const created = await client.post<{ networkId: number; subnetId: number }>(
      `${basePath}/create`,
      body,
    );
    const page = await client.get<{ size: number; total: number; items: NetworkLine[] }>(
      `${basePath}/networks?filter=console`,
    );
    expect(page).toMatchObject({
      total: 1,
      items: [{ vlanId: created.networkId, names: [`lan-${created.networkId}-console-net`] }],
    });
    expect(await client.call('DELETE', `${basePath}/${created.networkId}/delete`)).toMatchObject({
      status: 500,
      body: vendorError(20),
    });
    const more = await client.post<{ subnetId: number }>(
      `${basePath}/${created.networkId}/create`,
      {
        ...second,
        subnetIp: '192.168.9.0',
        gateway: '',
      },
    );
    const subnets = await client.get<{ subnets: SubnetLine[] }>(
      `/svc/networks/subnets?datacenter=SIMULATED&vlanId=${created.networkId}&filter=`,
    );
    expect(subnets.subnets.map(({ subnetId }) => subnetId)).toEqual([
      created.subnetId,
      more.subnetId,
    ]);
    const change = await client.call(
      'PUT',
      `/svc/networks/subnets/subnet/${created.subnetId}/edit`,
      {
        ...first,
        gateway: '172.16.0.2',
      },
    );
    expect(change).toMatchObject({ status: 200, body: { gateway: '172.16.0.2', edit: true } });
    const ips = await client.get<{ ip: string; clearIsEnable: boolean }[]>(
      `/svc/networks/ips?subnetId=${created.subnetId}&networkId=${created.networkId}&datacenter=SIMULATED`,
    );
    expect(ips).toHaveLength(510);
    expect(ips[0]).toEqual({ ip: '172.16.0.1', clearIsEnable: false });
    for (const subnetId of [created.subnetId, more.subnetId])
      expect(
        await client.call('DELETE', `/svc/networks/subnets/subnet/${subnetId}/delete`),
      ).toMatchObject({ status: 200, body: {} });
    expect(await client.call('DELETE', `${basePath}/${created.networkId}/delete`)).toMatchObject({
      status: 200,
      body: {},
    });
    expect(await client.call('DELETE', `${basePath}/${created.networkId}/delete`)).toMatchObject({
      status: 500,
      body: vendorError(11, 'Network not found.', 'Network Error'),
    });
  });

  it('get suggested names and ranges', async () => {
    expect(await client.get(`${basePath}/create`)).toEqual({
      name: expect.any(String),
      subnetIp: [expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/)],
      subnetMask: expect.arrayContaining(['24']),
    });
  });
});
