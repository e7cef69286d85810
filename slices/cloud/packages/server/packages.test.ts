import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { runJobsOnce } from '../../../../server/testing/jobs.ts';
import { endOf, errorsOf, serverBody } from '../../servicelets/server/testing/makeServer.ts';
import { tarGz, zip } from './testing/archives.ts';

let app: TestApp;
let admin: TestClient;
let user: TestClient;
let otherUser: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAs('siteAdmin');
  user = await app.signInAs('user');
  otherUser = await app.signInAs('user');
}, 60_000);
afterAll(() => app.close());

interface Offered {
  id: string;
  code: string;
  kind: string;
  parameters: { name: string; type: string; isRequired: boolean }[];
}
interface App {
  code: string;
  version: string;
  newVersion: string | null;
  state: string;
  health: string;
  hasSecrets: boolean;
  parameters: { title: string; value: string }[];
  links: { url: string }[];
  serviceletId: string | null;
  actions: Record<string, string | null>;
}
type Uploaded = { id: string; version: string; isNew: boolean };

const manifest = (more: Record<string, unknown> = {}) => ({
  name: `app-${randomUUID().slice(0, 8)}`,
  title: { en: 'Example', he: 'דוגמה' },
  description: { en: 'An example.' },
  version: '1.0.0',
  kind: 'app',
  images: ['debian'],
  minimum: { cores: 1, ramMb: 512, diskGb: 5 },
  parameters: [
    { name: 'title', type: 'text', title: { en: 'Title' }, default: 'Mine' },
    { name: 'secret', type: 'password', title: { en: 'Password' }, generate: true, minLength: 12 },
  ],
  scripts: { install: 'install.sh', check: 'check.sh' },
  timeoutMinutes: 10,
  ports: [{ port: 8080, protocol: 'tcp', title: { en: 'Web' } }],
  links: [{ title: { en: 'Open' }, url: 'http://{address:8080}/{parameter:title}' }],
  ...more,
});
const scripts = {
  'install.sh': '#!/bin/sh\necho == Installing\nexit 0',
  'check.sh': '#!/bin/sh\nexit 0',
};
const upload = (body: object, client = admin) => client.post<Uploaded>('/packages', body);
const listOffered = async (client = user, kind = '') =>
  (await client.get<{ items: Offered[] }>(`/packages/offered${kind ? `?kind=${kind}` : ''}`)).body
    .items;
const idOf = async (code: string, client = user) =>
  (await listOffered(client)).find((one) => one.code === code)?.id ?? '';

/** Signs in an administrator of a sub-site of the root site. */
async function makeResellerAdmin(): Promise<{ below: TestClient; belowId: string }> {
  const subSiteId = await app.makeSite('Below');
  const subAdmin = await app.signInAs('siteAdmin');
  await sql`update user_account set site_id = ${subSiteId} where id = ${subAdmin.userId}`.execute(
    app.portal.services.database.db,
  );
  return { below: subAdmin, belowId: subSiteId };
}

async function makeWith(
  packageId: string,
  parameters: object = {},
  client = user,
): Promise<string> {
  const answer = await client.post<{ cmdId: number; servers: { id: string }[] }>(
    '/servers',
    await serverBody(client, { ramMb: 2048, app: { packageId, parameters } }),
  );
  expect(await endOf(client, answer.body.cmdId), answer.text).toBe(0);
  await runJobsOnce(app.portal, 'packages.advance');
  return answer.body.servers[0]?.id ?? '';
}
const appOf = async (serverId: string, client = user) =>
  (await client.get<{ app: App | null }>(`/servers/${serverId}/app`)).body.app;
const waitForApp = (serverId: string, expected: Partial<App>) =>
  vi.waitFor(async () => expect(await appOf(serverId)).toMatchObject(expected), {
    timeout: 60_000,
    interval: 200,
  });

describe('built-in packages', () => {
  it('are a web server, PostgreSQL, WordPress, WireGuard and a desktop, offered by kind', async () => {
    expect((await listOffered()).map(({ code }) => code).sort()).toEqual(
      expect.arrayContaining(['desktop', 'nginx', 'postgresql', 'wireguard', 'wordpress']),
    );
    expect((await listOffered(user, 'desktop')).map(({ code }) => code)).toEqual(['desktop']);
    const wordpress = (await listOffered()).find(({ code }) => code === 'wordpress');
    expect(
      wordpress?.parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    ).toEqual(['admin_email']);
  });

  it('can be disabled for a site, but neither deleted nor withdrawn', async () => {
    const id = await idOf('wireguard');
    const site = (isEnabled: boolean) =>
      admin.put(`/packages/${id}/sites/${app.siteId}`, { isEnabled });
    expect((await site(false)).status).toBe(200);
    expect(await idOf('wireguard')).toBe('');
    expect((await site(true)).status).toBe(200);
    expect(await idOf('wireguard')).toBe(id);
    expect(errorsOf(await admin.delete(`/packages/${id}`))).toEqual([[2656, undefined]]);
    expect(
      errorsOf(await admin.put(`/packages/${id}/versions/1.0.0/withdrawn`, { isWithdrawn: true })),
    ).toEqual([[2656, undefined]]);
  });

  it('are enabled and disabled by site administrators, who see no other sites', async () => {
    const id = await idOf('wireguard');
    const { below, belowId } = await makeResellerAdmin();
    const { sites } = (await below.get<{ sites: { siteId: string }[] }>(`/packages/${id}`)).body;
    expect(sites.map(({ siteId }) => siteId)).toEqual([belowId]);
    expect(
      (await below.put(`/packages/${id}/sites/${app.siteId}`, { isEnabled: false })).status,
    ).toBe(404);
    expect((await below.put(`/packages/${id}/sites/${belowId}`, { isEnabled: false })).status).toBe(
      200,
    );
    expect(await idOf('wireguard')).toBe(id);
  });
});

describe('a package', () => {
  it.each([
    ['zip', (files: { path: string; content: string }[]) => zip(files)],
    ['tar.gz', (files: { path: string; content: string }[]) => tarGz(files)],
  ])('is accepted as %s, and offered', async (_kind, pack) => {
    const packageManifest = manifest();
    const files = [
      { path: 'manifest.json', content: JSON.stringify(packageManifest) },
      ...Object.entries(scripts).map(([path, content]) => ({ path, content })),
    ];
    const answer = await upload({ archive: pack(files).toString('base64') });
    expect(answer.body, answer.text).toMatchObject({ version: '1.0.0', isNew: true });
    expect(await idOf(packageManifest.name)).toBe(answer.body.id);
    const version = await admin.get<{ manifest: unknown; scripts: Record<string, string> }>(
      `/packages/${answer.body.id}/versions/1.0.0`,
    );
    expect(version.body.scripts).toEqual({
      install: scripts['install.sh'],
      check: scripts['check.sh'],
    });
    expect(await idOf(packageManifest.name, otherUser)).toBe(answer.body.id);
  });

  it('has immutable versions, and the highest is offered until it is withdrawn', async () => {
    const packageManifest = manifest();
    const { id } = (await upload({ manifest: packageManifest, scripts })).body;
    expect((await upload({ manifest: packageManifest, scripts })).body).toEqual({
      id,
      version: '1.0.0',
      isNew: false,
    });
    expect(
      errorsOf(await upload({ manifest: { ...packageManifest, timeoutMinutes: 11 }, scripts })),
    ).toEqual([[2654, 'manifest.version']]);
    expect(
      (await upload({ manifest: { ...packageManifest, version: '1.10.0' }, scripts })).body.id,
    ).toBe(id);
    await upload({ manifest: { ...packageManifest, version: '1.9.0' }, scripts });
    const version = async () =>
      (await admin.get<{ version: string | null }>(`/packages/${id}`)).body.version;
    expect(await version()).toBe('1.10.0');
    await admin.put(`/packages/${id}/versions/1.10.0/withdrawn`, { isWithdrawn: true });
    expect(await version()).toBe('1.9.0');
    expect((await admin.delete(`/packages/${id}`)).status).toBe(200);
    expect((await admin.get(`/packages/${id}`)).status).toBe(404);
  });

  it.each<[string, Record<string, unknown>, object, [number, string][]]>([
    ['a missing script', {}, { 'install.sh': 'true' }, [[2652, 'manifest.scripts.check']]],
    ['a file nothing names', {}, { ...scripts, 'more.sh': 'true' }, [[2652, 'scripts']]],
    [
      'a pattern that could run for ever',
      {
        parameters: [{ name: 'a', type: 'text', title: { en: 'A' }, pattern: '^(a+)+$' }],
        links: [],
      },
      scripts,
      [[2652, 'manifest.parameters.0.pattern']],
    ],
    [
      'a choice without options',
      { parameters: [{ name: 'a', type: 'choice', title: { en: 'A' } }], links: [] },
      scripts,
      [[2652, 'manifest.parameters.0.options']],
    ],
    [
      'a password for all',
      {
        parameters: [{ name: 'a', type: 'password', title: { en: 'A' }, default: 'x' }],
        links: [],
      },
      scripts,
      [[2652, 'manifest.parameters.0.default']],
    ],
    [
      'a link that shows a password',
      { links: [{ title: { en: 'L' }, url: 'http://x/{parameter:secret}' }] },
      scripts,
      [[2652, 'manifest.links.0.url']],
    ],
    [
      'a link that runs script',
      { links: [{ title: { en: 'L' }, url: 'javascript:alert(1)' }] },
      scripts,
      [[2652, 'manifest.links.0.url']],
    ],
  ])('is rejected with %s, naming the field', async (_case, more, files, errors) => {
    expect(errorsOf(await upload({ manifest: manifest(more), scripts: files }))).toEqual(errors);
  });

  it('with an invalid manifest is rejected, naming the field', async () => {
    const invalidManifest = { ...manifest(), version: 'one', extra: 1 };
    const archive = zip([
      { path: 'manifest.json', content: JSON.stringify(invalidManifest) },
    ]).toString('base64');
    expect(errorsOf(await upload({ archive }))).toEqual([
      [2652, 'manifest.version'],
      [2652, 'manifest'],
    ]);
    expect(
      errorsOf(await upload({ archive: zip([{ path: 'a', content: '' }]).toString('base64') })),
    ).toEqual([[2653, 'archive']]);
  });

  it('belongs to its site, and other sites can neither see nor change it', async () => {
    const { id } = (await upload({ manifest: manifest(), scripts }, app.root)).body;
    const { below } = await makeResellerAdmin();
    for (const answer of [
      await below.get(`/packages/${id}`),
      await below.delete(`/packages/${id}`),
      await below.put(`/packages/${id}/sites/${app.siteId}`, { isEnabled: false }),
    ])
      expect(answer.status).toBe(404);
    expect((await user.post('/packages', { manifest: manifest(), scripts })).status).toBe(403);
    expect((await listOffered(below)).map((one) => one.id)).toContain(id);
  });
});

describe('a server with an application', () => {
  it('is created, gets the app once it is on, passes the check, and shows the password once', async () => {
    const { id } = (await upload({ manifest: manifest(), scripts })).body;
    const serverId = await makeWith(id, { title: 'a b' });
    expect(await appOf(serverId)).toMatchObject({
      version: '1.0.0',
      parameters: [{ title: 'Title', value: 'a b' }],
      hasSecrets: true,
    });
    await waitForApp(serverId, { state: 'installed', health: 'healthy' });
    const { links, actions } = (await appOf(serverId)) as App;
    expect(links[0]?.url).toMatch(/^http:\/\/[\d.]+:8080\/a%20b$/);
    expect(actions).toMatchObject({
      check: null,
      secrets: null,
      retry: expect.any(String),
      upgrade: expect.stringMatching(/latest/),
    });
    const { items } = (
      await user.get<{ items: { kind: string; title: string }[] }>(
        `/servers/${serverId}/servicelets`,
      )
    ).body;
    expect(items.map(({ kind }) => kind).sort()).toEqual(['check', 'install']);
    const secrets = await user.post<{ items: { title: string; value: string }[] }>(
      `/servers/${serverId}/app/secrets`,
    );
    expect(secrets.body.items).toEqual([
      { title: 'Password', value: expect.stringMatching(/^\w{20}$/) },
    ]);
    expect(errorsOf(await user.post(`/servers/${serverId}/app/secrets`))).toEqual([
      [2660, undefined],
    ]);
    const { rows } = await sql<{
      whole: string;
    }>`select row_to_json(a)::text as whole from server_app a where server_id = ${serverId}`.execute(
      app.portal.services.database.db,
    );
    expect(rows[0]?.whole).not.toContain(secrets.body.items[0]?.value);
  }, 90_000);

  it('upgrades the app to a newer version, checks it, and uninstalls it', async () => {
    const packageManifest = manifest({
      scripts: { install: 'install.sh', check: 'check.sh', remove: 'remove.sh' },
    });
    const files = { ...scripts, 'remove.sh': '#!/bin/sh\nexit 0' };
    const { id } = (await upload({ manifest: packageManifest, scripts: files })).body;
    const serverId = await makeWith(id);
    await waitForApp(serverId, { state: 'installed', health: 'healthy' });
    await upload({ manifest: { ...packageManifest, version: '2.0.0' }, scripts: files });
    expect(await appOf(serverId)).toMatchObject({
      newVersion: '2.0.0',
      actions: { upgrade: null },
    });
    for (const [work, expected] of [
      ['upgrade', { state: 'installed', version: '2.0.0', newVersion: null }],
      ['check', { health: 'healthy' }],
      ['remove', { state: 'removed', hasSecrets: false }],
    ] as const) {
      const { body } = await user.put<{ cmdId: number }>(`/servers/${serverId}/app/${work}`);
      expect(await endOf(user, body.cmdId)).toBe(0);
      expect(await appOf(serverId)).toMatchObject(expected);
    }
    expect(errorsOf(await user.put(`/servers/${serverId}/app/check`))).toEqual([[2659, undefined]]);
    expect(errorsOf(await admin.delete(`/packages/${id}`))).toEqual([[2655, undefined]]);
  }, 90_000);

  it('reports a failed installation, which can be retried', async () => {
    const { id } = (
      await upload({
        manifest: manifest(),
        scripts: { ...scripts, 'install.sh': '#!/bin/sh\necho no network\nexit 100' },
      })
    ).body;
    const serverId = await makeWith(id);
    await waitForApp(serverId, { state: 'failed' });
    expect((await appOf(serverId))?.actions).toMatchObject({
      retry: null,
      secrets: expect.stringMatching(/isn’t installed/),
    });
    const retried = await user.put<{ cmdId: number }>(`/servers/${serverId}/app/retry`);
    expect(await endOf(user, retried.body.cmdId)).toBe(1);
    await waitForApp(serverId, { state: 'failed' });
  }, 90_000);

  it.each<[string, object, object, [number, string][]]>([
    ['too little memory', { ramMb: 512 }, { admin_email: 'a@example.test' }, [[2657, 'ramMb']]],
    [
      'an invalid email address',
      {},
      { admin_email: 'nobody' },
      [[2658, 'app.parameters.admin_email']],
    ],
    ['an invalid email address', {}, {}, [[2658, 'app.parameters.admin_email']]],
    [
      'a name of the wrong form',
      {},
      { admin_email: 'a@example.test', admin_user: 'Root!' },
      [[2658, 'app.parameters.admin_user']],
    ],
    [
      'an unknown parameter',
      {},
      { admin_email: 'a@example.test', more: 1 },
      [[2658, 'app.parameters.more']],
    ],
    [
      'a short password',
      {},
      { admin_email: 'a@example.test', admin_password: 'short' },
      [[2658, 'app.parameters.admin_password']],
    ],
    [
      'a small disk',
      { disks: [{ sizeGb: 5 }] },
      { admin_email: 'a@example.test' },
      [[2657, 'disks.0.sizeGb']],
    ],
  ])('is validated before anything is created: %s', async (_case, more, parameters, errors) => {
    const packageId = await idOf('wordpress');
    const before = (await user.get<{ total: number }>('/servers')).body.total;
    const answer = await user.post(
      '/servers',
      await serverBody(user, { ...more, app: { packageId, parameters } }),
    );
    expect(errorsOf(answer) ?? []).toEqual(errors);
    if (errors.length > 0)
      expect((await user.get<{ total: number }>('/servers')).body.total).toBe(before);
  });

  it('rejects a package that isn’t offered or doesn’t support the image', async () => {
    const missing = await user.post(
      '/servers',
      await serverBody(user, { app: { packageId: randomUUID() } }),
    );
    expect(errorsOf(missing)).toEqual([[1001, 'app.packageId']]);
    const packageId = await idOf('nginx');
    expect(
      errorsOf(await user.post('/servers', await serverBody(user, { app: { packageId } }, 'tiny'))),
    ).toEqual([[2657, 'imageId']]);
  });

  it('isn’t visible to other users', async () => {
    const { id } = (await upload({ manifest: manifest(), scripts })).body;
    const serverId = await makeWith(id);
    for (const answer of [
      await otherUser.get(`/servers/${serverId}/app`),
      await otherUser.put(`/servers/${serverId}/app/check`),
      await otherUser.post(`/servers/${serverId}/app/secrets`),
    ])
      expect(answer.status).toBe(404);
  });
});
