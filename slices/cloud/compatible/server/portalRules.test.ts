import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { makeKey } from '../../../../server/testing/keyClient.ts';
import { PublishedClient } from './testing/publishedClient.ts';

/**
 * Checks the access rules of the compatible endpoints: the portal's own rules apply to each
 * operation of a call.
 */
let app: TestApp;
let user: TestClient;
let client: PublishedClient;
let [image, mine, other] = ['', '', ''];
const keyOf = async (body: Record<string, unknown>) =>
  new PublishedClient(app.address, await makeKey(user, body));

beforeAll(async () => {
  app = await startTestApp();
  user = await app.signInAs('user', { email: 'reach@example.test' });
  client = await keyOf({ ratePerMinute: 6000 });
  image =
    (await client.get<{ id: string }[]>('/service/server?images=1&datacenter=SIM'))[0]?.id ?? '';
  [mine, other] = (await Promise.all(['reach-mine', 'reach-other'].map(make))) as [string, string];
}, 60_000);
afterAll(() => app.close());

async function make(name: string): Promise<string> {
  const body = {
    name,
    password: 'A_chosen_Password1',
    datacenter: 'SIM',
    image,
    cpu: '1B',
    ram: 1024,
    disk: 'size=20',
    network: 'name=wan,ip=auto',
  };
  const [commandId = ''] = await client.post<string[]>('/service/server', body);
  await client.complete(commandId);
  return (await client.post<{ id: string }[]>('/service/server/info', { name }))[0]?.id ?? '';
}

interface AuditEntry {
  operation: string;
  outcome: string;
  target: { id: string } | null;
}

describe('a change by a published client', () => {
  it('is recorded as the corresponding operation of the portal', async () => {
    const { clientId, secret } = await makeKey(user, {});
    const recorded = new PublishedClient(app.address, { clientId, secret });
    await recorded.post('/server/tags', { id: mine, add: 'seen' });
    await recorded.post('/server/tags', { id: mine });
    await recorded.call('POST', '/server/configure', { id: mine, cpu: '3B' });
    const { body } = await user.get<{ items: AuditEntry[] }>(`/apikeys/${clientId}/uses`);
    const auditEntries = body.items.map(
      ({ operation, outcome, target }) => `${operation} ${outcome} ${target?.id ?? ''}`,
    );
    expect([...new Set(auditEntries)]).toEqual([
      `cliConfigure refused ${mine}`,
      `tagServer done ${mine}`,
    ]);
  });

  it('to several servers applies to all of them or to none', async () => {
    await client.complete(
      (await client.post<string[]>('/service/server/poweroff', { id: other }))[0] ?? '',
    );
    const response = await client.call('POST', '/service/server/poweroff', { name: 'reach-.*' });
    expect(response.status).toBe(500);
    expect(await client.post('/service/server/info', { id: mine })).toMatchObject([
      { power: 'on' },
    ]);
    expect(
      (await user.get<{ items: { exitCode: number | null }[] }>('/queue?state=open')).body.items,
    ).toEqual([]);
  });
});

describe('an access key', () => {
  it('can use its own permissions at these paths, but no others', async () => {
    const viewer = await keyOf({ scopes: ['servers.view', 'tasks.view'] });
    expect(await viewer.post('/service/server/info', { id: mine })).toMatchObject([
      { name: 'reach-mine', priceHourlyOn: '0' },
    ]);
    expect(await viewer.post('/server/disk', { id: mine })).toEqual([{ id: 0, size: '20gb' }]);
    for (const [path, body] of [
      ['/server/disk', { id: mine, add: '10gb' }],
      ['/server/tags', { id: mine, add: 'x' }],
      ['/service/server/poweroff', { id: mine }],
      ['/service/server/terminate', { id: mine, force: true }],
      ['/service/server', { name: 'reach-none' }],
    ] as const)
      expect(await viewer.call('POST', path, body), path).toMatchObject({ status: 403 });
    expect(await client.post('/server/tags', { id: mine })).toEqual([
      { id: mine, tagName: 'seen' },
    ]);
  });

  it('bound to a server has access to only that server, by name, by ID and in lists', async () => {
    const bound = await keyOf({ type: 'server', serverIds: [mine] });
    expect(
      (await bound.get<{ name: string }[]>('/service/servers')).map(({ name }) => name),
    ).toEqual(['reach-mine']);
    expect(await bound.post('/service/server/info', { name: '.*' })).toMatchObject([
      { name: 'reach-mine' },
    ]);
    expect(await bound.call('POST', '/service/server/info', { id: other })).toMatchObject({
      status: 404,
    });
    expect(await bound.call('POST', '/service/server/poweron', { id: other })).toMatchObject({
      status: 404,
    });
    expect(await bound.call('GET', `/svc/server/${other}/overview`)).toMatchObject({ status: 404 });
    // The requests of scripts inside a guest.
    expect(await bound.get(`/svc/server/${mine}/overview`)).toMatchObject({
      id: mine,
      networks: [{ network: 'wan-sim' }],
    });
    expect(
      (await bound.call('PUT', `/svc/server/${mine}/description`, { description: 'installed' }))
        .status,
    ).toBe(200);
    expect(await bound.call('POST', '/service/server', { name: 'reach-none' })).toMatchObject({
      status: 403,
    });
    expect(
      await bound.call('POST', '/service/network/create', { datacenter: 'SIM' }),
    ).toMatchObject({ status: 403 });
  });

  it('in test mode creates its servers in the sandbox', async () => {
    const test = await keyOf({ isTest: true });
    expect(await test.get('/service/server?datacenter=1')).toMatchObject([{ id: 'TEST' }]);
    expect(await test.get('/service/servers')).toEqual([]);
  });
});

describe('a portal page', () => {
  it('can’t be made to call these paths from another site', async () => {
    const form = (headers: Record<string, string>) =>
      fetch(`${app.address}/service/server/terminate`, {
        method: 'POST',
        headers: {
          cookie: user.cookie,
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
        body: `id=${mine}&force=true`,
      });
    expect((await form({})).status).toBe(401);
    expect((await form({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await client.post('/service/server/info', { id: mine })).toMatchObject([
      { power: 'on' },
    ]);
  });

  it('gets errors in its own format below /svc, where forms are accepted too', async () => {
    const answer = await user.post('/service/server/info', { name: '__none__' });
    expect(answer).toMatchObject({ status: 404, body: { errors: [{ code: 2750 }], code: [2750] } });
  });
});

describe('a path', () => {
  it('that doesn’t exist returns an error instead of a page', async () => {
    for (const path of ['/service/nothing', '/server/nothing', '/service/server/x/y/z'])
      expect((await client.call('GET', path)).status, path).toBe(404);
  });

  it('isn’t cached by proxies', async () => {
    for (const path of ['/service/servers', '/schema', '/server/disk'])
      expect((await fetch(`${app.address}${path}`)).headers.get('cache-control'), path).toBe(
        'no-store',
      );
  });

  it('rejects forms where no client sends one', async () => {
    const answer = await client.call('POST', '/svc/apikeys', 'name=x', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer.status).not.toBe(200);
    expect(
      (
        await user.call('POST', '/queue/command/1/cancel', 'a=b', {
          'content-type': 'application/x-www-form-urlencoded',
        })
      ).status,
    ).toBe(415);
  });
});
