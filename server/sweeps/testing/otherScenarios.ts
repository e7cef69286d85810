import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { type Handle, type KillScenario, power, type RunJob } from './scenarios.ts';

const uniqueName = (prefix: string) => `${prefix}-${randomUUID().slice(0, 8)}`;
type Detail = { nics: { id: string }[]; datacenterId: string };

async function requireOk<T>(
  answer: Promise<{ status: number; text: string; body: T }>,
): Promise<T> {
  const { status, text, body } = await answer;
  if (status !== 200) throw new Error(`Could not be prepared: ${status} ${text}`);
  return body;
}

const rule = (port: number) => ({
  ...{
    id: randomUUID(),
    direction: 'in',
    protocol: 'tcp',
    ports: [{ from: port, to: port }],
    remotes: ['192.0.2.0/24'],
  },
  ...{ remoteGroupId: null, action: 'accept', note: '' },
});
const firewallOf = async (client: TestClient, serverId: string) =>
  `/servers/${serverId}/firewall/${(await requireOk(client.get<Detail>(`/servers/${serverId}`))).nics[0]?.id}`;

async function addFirewallEntry(client: TestClient, serverId: string, entry: object) {
  const firewallPath = await firewallOf(client, serverId);
  await requireOk(
    client.put(`${firewallPath}/draft`, { in: 'drop', out: 'accept', entries: [entry] }),
  );
  return client.post<Handle>(`${firewallPath}/apply`, {});
}
const groupName = (serverId: string) => `of ${serverId}`;
const groupPath = async (client: TestClient, serverId: string) => {
  const { items } = await requireOk(
    client.get<{ items: { id: string; name: string }[] }>('/firewall/groups?size=0'),
  );
  return `/firewall/groups/${items.find(({ name }) => name === groupName(serverId))?.id}`;
};

const manifest = (name: string, version: string, scripts: object) => ({
  ...{
    name,
    title: { en: 'Example', he: 'דוגמה' },
    description: { en: 'An example.' },
    version,
    kind: 'app',
    parameters: [],
  },
  ...{
    images: ['debian'],
    minimum: { cores: 1, ramMb: 512, diskGb: 5 },
    scripts,
    timeoutMinutes: 10,
    ports: [],
    links: [],
  },
});
const success = '#!/bin/sh\nexit 0';
const packageOf = async (
  client: TestClient,
  name: string,
  version: string,
  verbs: readonly string[],
) =>
  await requireOk(
    client.post<{ id: string }>('/packages', {
      manifest: manifest(
        name,
        version,
        Object.fromEntries(verbs.map((verb) => [verb, `${verb}.sh`])),
      ),
      scripts: Object.fromEntries(verbs.map((verb) => [`${verb}.sh`, success])),
    }),
  );
/** A separate app package for each server, so that a new version affects that server only. */
const withApp = (...verbs: string[]) => ({
  withServer: async (client: TestClient) => ({
    app: {
      packageId: (await packageOf(client, uniqueName('app'), '1.0.0', verbs)).id,
      parameters: {},
    },
  }),
});
type App = { code: string; state: string; health: string };
const appOf = async (client: TestClient, serverId: string) =>
  (await requireOk(client.get<{ app: App }>(`/servers/${serverId}/app`))).app;
const waitForApp =
  (expected: Partial<App>) => async (client: TestClient, serverId: string, runJob: RunJob) => {
    await vi.waitFor(
      async () => {
        await runJob('packages.advance');
        const app = await appOf(client, serverId);
        if (Object.entries(expected).some(([key, value]) => app[key as keyof App] !== value))
          throw new Error(`It is ${JSON.stringify(app)}.`);
      },
      { timeout: 30_000, interval: 100 },
    );
    return null;
  };
const work = (verb: string) => (client: TestClient, serverId: string) =>
  client.put<Handle>(`/servers/${serverId}/app/${verb}`);
const installed = [power('on'), waitForApp({ state: 'installed' })];

const createImage = (client: TestClient, serverId: string) =>
  client.post<Handle>('/images/disk', { name: `of ${serverId}`, serverId });

async function makeAccount(client: TestClient): Promise<string> {
  const { items } = await requireOk(client.get<{ items: { id: string }[] }>('/sites'));
  const body = {
    siteId: items[0]?.id,
    role: 'user',
    email: `${uniqueName('killed')}@example.test`,
    password: 'Walk_Password_1',
  };
  return (await requireOk(client.post<{ userId: string }>('/users', body))).userId;
}
const batch =
  (path: string, more: object = {}) =>
  (client: TestClient, userId: string) =>
    client.post<Handle>(path, { list: userId, reason: 'Walk', checkOnly: false, ...more });
const suspend = batch('/suspendAccounts', { cause: 'policy' });

/**
 * A company without customers whose month has ended, so that its invoice run has every step and no
 * customers.
 */
async function makeCompany(client: TestClient): Promise<string> {
  const settings = {
    legalName: uniqueName('Killed'),
    street: '1 Example Street',
    city: 'Haifa',
    region: '',
    postalCode: '',
    country: 'IL',
  };
  const money = { taxNumber: '', currency: 'USD', documentSeries: 'INV', numberFormat: '{number}' };
  return (await requireOk(client.post<{ id: string }>('/companies', { ...settings, ...money }))).id;
}

/** All task types for firewalls, images, commands inside servers, app packages, and accounts. */
export const otherScenarios: Record<string, KillScenario> = {
  'firewall.apply': {
    start: (client, serverId) =>
      addFirewallEntry(client, serverId, { kind: 'rule', rule: rule(22) }),
  },
  'firewall.applyGroup': {
    prepare: [
      async (client, serverId) => {
        const { id } = await requireOk(
          client.post<{ id: string }>('/firewall/groups', {
            name: groupName(serverId),
            rules: [rule(80)],
          }),
        );
        return await addFirewallEntry(client, serverId, { kind: 'group', groupId: id });
      },
    ],
    start: async (client, serverId) => {
      const group = await groupPath(client, serverId);
      await requireOk(client.put(`${group}/draft`, { rules: [rule(443)] }));
      return client.post(`${group}/apply`);
    },
  },
  'image.take': { start: createImage },
  'image.delete': {
    prepare: [createImage],
    start: async (client, serverId) => {
      const { items } = await requireOk(
        client.get<{ items: { id: string; name: string }[] }>('/images?size=0'),
      );
      return client.delete(
        `/images/${items.find(({ name }) => name === `of ${serverId}`)?.id}/private`,
      );
    },
  },
  'servicelet.run': {
    prepare: [power('on')],
    start: (client, serverId) =>
      client.post(`/servers/${serverId}/servicelets`, { script: 'echo once' }),
  },
  'package.install': { ...withApp('install'), start: power('on'), job: 'packages.advance' },
  'package.check': {
    ...withApp('install', 'check'),
    prepare: [power('on'), waitForApp({ state: 'installed', health: 'healthy' })],
    start: work('check'),
  },
  'package.upgrade': {
    ...withApp('install'),
    prepare: installed,
    start: async (client, serverId) => {
      await packageOf(client, (await appOf(client, serverId)).code, '2.0.0', ['install']);
      return work('upgrade')(client, serverId);
    },
  },
  'package.remove': { ...withApp('install', 'remove'), prepare: installed, start: work('remove') },
  'invoicing.run': {
    make: makeCompany,
    start: (client, companyId) =>
      client.post(`/invoicing/${companyId}/2024-02/run`, { issues: true }),
  },
  'account.suspend': { make: makeAccount, start: suspend },
  'account.resume': { make: makeAccount, prepare: [suspend], start: batch('/resumeAccounts') },
  'account.terminate': { make: makeAccount, start: batch('/terminateAccounts', { count: 1 }) },
  'account.forceDeposit': { make: makeAccount, start: batch('/forceDepositAccounts') },
};
