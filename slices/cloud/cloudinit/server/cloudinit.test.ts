import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';

let app: TestApp;
let admin: TestClient;
let user: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signInAs('siteAdmin');
  user = await app.signInAs('user');
});
afterAll(() => app.close());

interface Policy {
  name: string;
  files: object[];
  composed: ComposedUserData;
  actions: { change: string | null };
}
interface ComposedUserData {
  isValid: boolean;
  problems: { part: string; line: number; field: string; problem: string; isWarning: boolean }[];
  merged: string;
  document: string;
  bytes: number;
}

const errorsOf = (answer: Answer) => answer.body.errors?.map((error) => [error.code, error.key]);
const newName = () => `policy ${randomUUID().slice(0, 8)}`;
const make = async (client = admin, more: object = {}) =>
  (await client.post<{ id: string }>('/cloudinit', { name: newName(), ...more })).body.id;
const read = async (id: string, client = admin) =>
  (await client.get<Policy>(`/cloudinit/${id}`)).body;
const set = (id: string, list: string, entries: object[]) =>
  admin.put(`/cloudinit/${id}/${list}`, { [list]: entries });
const file = { path: '/etc/motd', content: 'welcome\n', owner: 'root:root', permissions: '0644' };

describe('a policy', () => {
  it('contains files, configurations and services, and shows the result', async () => {
    const id = await make();
    expect((await set(id, 'files', [file])).status).toBe(200);
    expect(
      (
        await set(id, 'configurations', [
          { name: 'Tools', content: '#cloud-config\npackages: [htop]\n' },
        ])
      ).status,
    ).toBe(200);
    expect((await set(id, 'services', [{ name: 'ssh.service', state: 'enabled' }])).status).toBe(
      200,
    );
    const { composed, files } = await read(id);
    expect(files).toEqual([file]);
    expect(composed).toMatchObject({ isValid: true, problems: [] });
    expect(parse(composed.merged)).toEqual({
      write_files: [{ ...file, defer: true }],
      packages: ['htop'],
      runcmd: [['systemctl', 'enable', '--now', 'ssh.service']],
    });
    expect(composed.document.match(/Merge-Type/g)).toHaveLength(3);
  });

  it.each<[string, string, object[], unknown[]]>([
    ['a relative path', 'files', [{ ...file, path: 'etc/motd' }], [2662, 'files.0.path']],
    ['a parent path', 'files', [{ ...file, path: '/etc/../root/x' }], [2662, 'files.0.path']],
    ['three dots', 'files', [{ ...file, path: '/etc/.../x' }], [2662, 'files.0.path']],
    [
      'a directory that ends with a dot',
      'files',
      [{ ...file, path: '/etc./x' }],
      [2662, 'files.0.path'],
    ],
    ['a blank in a path', 'files', [{ ...file, path: '/etc/my file' }], [2662, 'files.0.path']],
    ['no file name', 'files', [{ ...file, path: '/etc/' }], [2662, 'files.0.path']],
    ['a file twice', 'files', [file, file], [2662, 'files.1.path']],
    ['invalid rights', 'files', [{ ...file, permissions: '888' }], [1000, 'files.0.permissions']],
    [
      'a service with a blank',
      'services',
      [{ name: 'ssh; reboot', state: 'enabled' }],
      [1000, 'services.0.name'],
    ],
    [
      'an unknown field',
      'configurations',
      [{ name: 'Tools', content: 'pakages: [htop]' }],
      [2662, 'configurations.0.content'],
    ],
    [
      'a list of addresses',
      'configurations',
      [{ name: 'Tools', content: '#include\nhttp://x' }],
      [2662, 'configurations.0.content'],
    ],
  ])('is rejected with %s and the field name', async (_case, list, entries, error) => {
    const id = await make();
    expect(errorsOf(await set(id, list, entries))).toEqual([error]);
    expect((await read(id)).composed.bytes).toBe(0);
  });

  it('is limited to a result of 64 KiB', async () => {
    const id = await make();
    const large = { ...file, content: 'x'.repeat(40_000) };
    expect((await set(id, 'files', [large])).status).toBe(200);
    expect(errorsOf(await set(id, 'files', [large, { ...large, path: '/etc/other' }]))).toEqual([
      [2664, 'files'],
    ]);
  });

  it('requires a name that is unique on its site', async () => {
    const [first, second] = [await make(), await make()];
    const { name } = await read(first);
    expect(errorsOf(await admin.post('/cloudinit', { name: name.toUpperCase() }))).toEqual([
      [2661, 'name'],
    ]);
    expect(
      errorsOf(await admin.put(`/cloudinit/${second}`, { name, description: '', isEnabled: true })),
    ).toEqual([[2661, 'name']]);
  });

  it('is offered to users of its site and the sites below, and can be changed only by its administrators', async () => {
    const id = await make(app.root);
    const subSiteId = await app.makeSite('Below');
    const subAdmin = await app.signInAs('siteAdmin');
    await sql`update user_account set site_id = ${subSiteId} where id = ${subAdmin.userId}`.execute(
      app.portal.services.database.db,
    );
    const listOffered = async (client: TestClient) => {
      const answer = await client.get<{ items: { id: string }[] }>('/cloudinit/offered');
      expect(answer.status, answer.text).toBe(200);
      return answer.body.items.map((one) => one.id);
    };
    for (const client of [user, subAdmin]) expect(await listOffered(client)).toContain(id);
    expect((await read(id, subAdmin)).actions.change).toMatch(/above/);
    expect((await subAdmin.put(`/cloudinit/${id}/files`, { files: [] })).status).toBe(404);
    expect((await subAdmin.delete(`/cloudinit/${id}`)).status).toBe(404);
    const mainId = (await app.root.get<{ siteId: string }>(`/cloudinit/${id}`)).body.siteId;
    expect((await subAdmin.post('/cloudinit', { siteId: mainId, name: newName() })).status).toBe(
      404,
    );
    const own = await make(subAdmin, { siteId: subSiteId });
    expect(await listOffered(user)).not.toContain(own);
    expect((await user.get(`/cloudinit/${own}`)).status).toBe(404);
    expect((await user.put(`/cloudinit/${id}/files`, { files: [] })).status).toBe(403);
    await app.root.put(`/cloudinit/${id}`, { name: newName(), description: '', isEnabled: false });
    expect(await listOffered(user)).not.toContain(id);
    expect((await user.get(`/cloudinit/${id}`)).status).toBe(404);
    expect((await app.root.delete(`/cloudinit/${id}`)).status).toBe(200);
  });
});

describe('composing a document', () => {
  const compose = async (policies: string[], userData?: string) =>
    (await user.post<ComposedUserData>('/cloudinit/compose', { policies, userData })).body;

  it('reports the part, line and field that cloud-init would reject', async () => {
    const { isValid, problems } = await compose(
      [],
      '#cloud-config\npackages: [nginx]\nruncmd:\n  - echo ok\n  - 5\nusers:\n  - nam: x\n',
    );
    expect(isValid).toBe(false);
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [5, 'runcmd.1'],
      [7, 'users.0.nam'],
      [7, 'users.0'],
    ]);
    expect(problems[1]?.problem).toContain('did you mean name');
    expect((await compose([], 'a: [1')).problems).toMatchObject([{ line: 1, field: '' }]);
    expect((await compose([], 'a: b\na: c')).problems).toMatchObject([{ line: 2 }]);
  });

  it.each([
    ['a script', '\ufeff\r\n #!/bin/sh\r\necho done\r\n', '#!/bin/sh\necho done\n'],
    [
      'cloud-config without its header',
      '\ufeff\r\npackages: [htop]\r\n',
      '#cloud-config\npackages: [htop]\n',
    ],
  ])(
    'previews %s pasted from Windows exactly as the engine gets it',
    async (_case, userData, delivered) => {
      const policy = await make(app.root, {});
      await set(policy, 'configurations', [{ name: 'Tools', content: 'timezone: UTC\r\n' }]);
      const preview = await compose([policy], userData);
      expect([preview.isValid, preview.document.includes('\r')]).toEqual([true, false]);
      expect(preview.document).toContain(`\n\n${delivered}\n--`);
      const create = vi.spyOn(app.portal.services.engines.get('simulated'), 'create');
      const { body } = await user.get<{ datacenterId: string; images: { id: string }[] }>(
        '/servers/create/options',
      );
      const created = await user.post('/servers', {
        ...{
          datacenterId: body.datacenterId,
          imageId: body.images[0]?.id,
          name: newName().replace(' ', '-'),
          cpuType: 'B',
          cores: 1,
          ramMb: 1024,
        },
        ...{
          disks: [{ sizeGb: 20 }],
          nics: [{ networkId: 'auto' }],
          billingMode: 'hourly',
          password: 'Server_Password_1',
        },
        ...{ userData, policies: [policy] },
      });
      expect(created.status, created.text).toBe(200);
      await expect.poll(() => create.mock.calls.length).toBe(1);
      const seed = create.mock.calls[0]?.[0].seed.userData ?? '';
      create.mockRestore();
      expect(seed).toContain(`\n\n${delivered}\n--`);
      expect(seed).not.toContain('\r');
    },
  );

  it('accepts deprecated settings with a warning', async () => {
    const { isValid, problems } = await compose([], '#cloud-config\napt_update: true\n');
    expect({ isValid, problems }).toMatchObject({
      isValid: true,
      problems: [{ line: 2, field: 'apt_update', isWarning: true }],
    });
  });

  it('joins lists, merges mappings and keeps the first of two scalars, like cloud-init', async () => {
    const first = await make(app.root);
    await app.root.put(`/cloudinit/${first}/configurations`, {
      configurations: [
        {
          name: 'Base',
          content: 'timezone: UTC\nruncmd: [one]\nntp: {enabled: true, servers: [a]}\n',
        },
      ],
    });
    const { merged, document, problems } = await compose(
      [first],
      '#cloud-config\ntimezone: Asia/Jerusalem\nruncmd: [two]\nntp: {servers: [b]}\n',
    );
    expect(problems).toEqual([]);
    expect(parse(merged)).toEqual({
      timezone: 'UTC',
      runcmd: ['one', 'two'],
      ntp: { enabled: true, servers: ['a', 'b'] },
    });
    expect(document).toMatch(
      /^Content-Type: multipart\/mixed; boundary="[^"]+"\nMIME-Version: 1.0\n/,
    );
    expect((await compose([first], '#!/bin/sh\necho שלום\n')).document).toContain(
      'text/x-shellscript',
    );
  });

  it('rejects a policy that isn’t offered', async () => {
    expect(errorsOf(await user.post('/cloudinit/compose', { policies: [randomUUID()] }))).toEqual([
      [2663, 'policies.0'],
    ]);
  });
});
