import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FirewallPolicy } from '../../../../drivers/compute/port.ts';
import { createServer } from '../../../../e2e/createServer.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { changeServerOwner } from '../../servers/server/index.ts';
import { refreshFirewalls } from './apply.ts';
import { digestOf } from './resolve.ts';

let app: TestApp;
let owner: TestClient;
let otherUser: TestClient;
let serverId: string;
let nicId: string;
let address: string;

interface FirewallNic {
  nicId: string;
  addresses: string[];
  policy: unknown;
  draft: { entries: object[] } | null;
  changes: { kind: string; place: number }[];
  enforcement: string;
}
interface Firewall {
  cards: FirewallNic[];
  groups: { id: string; name: string }[];
  actions: { edit: string | null; apply: string | null };
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  otherUser = await app.signInAs('user');
  serverId = await createServer(owner);
  const [nic] = (await firewall()).cards;
  nicId = nic?.nicId ?? '';
  address = nic?.addresses[0] ?? '';
}, 60_000);
afterAll(() => app.close());

const firewall = async (id = serverId, client = owner) =>
  (await client.get<Firewall>(`/servers/${id}/firewall`)).body;
const nicPath = (id = serverId, nic = nicId) => `/servers/${id}/firewall/${nic}`;
const errorsOf = (answer: Answer) => answer.body.errors?.map((error) => [error.code, error.key]);
const engineCalls = () => vi.spyOn(app.portal.services.engines.get('simulated'), 'applyFirewall');

const work = async () =>
  systemContext(app.portal.services, {
    site: await app.portal.sites.forHost(''),
    log: createLog('silent'),
  });

const rule = (changes: Record<string, unknown> = {}) => ({
  ...{
    id: randomUUID(),
    direction: 'in',
    protocol: 'tcp',
    ports: [{ from: 22, to: 22 }],
    remotes: ['192.0.2.0/24'],
  },
  ...{ remoteGroupId: null, action: 'accept', note: '', ...changes },
});
const entry = (changes: Record<string, unknown> = {}) => ({ kind: 'rule', rule: rule(changes) });
const policy = (entries: unknown[], changes: Record<string, unknown> = {}) => ({
  in: 'drop',
  out: 'accept',
  entries,
  ...changes,
});

async function waitForTask(cmdId: number | undefined): Promise<void> {
  const exitCode = async () =>
    (await owner.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode;
  await expect.poll(exitCode, { timeout: 15_000, interval: 50 }).toBe(0);
}
async function apply(body: unknown, id = serverId, nic = nicId): Promise<void> {
  const savedDraft = await owner.put(`${nicPath(id, nic)}/draft`, body);
  expect(savedDraft.status, savedDraft.text).toBe(200);
  const answer = await owner.post<{ cmdId: number }>(`${nicPath(id, nic)}/apply`);
  expect(answer.body.cmdId, answer.text).toBeDefined();
  await waitForTask(answer.body.cmdId);
}
const test = async (query: string) =>
  (
    await owner.get<{ action: string; place: number | null; groupId: string | null }>(
      `${nicPath()}/test?${query}`,
    )
  ).body;

describe('the firewall of a network interface', () => {
  it('allows everything at first and lists the engine’s capabilities', async () => {
    const { cards, actions } = await firewall();
    expect(cards).toMatchObject([
      {
        policy: { in: 'accept', out: 'accept', entries: [] },
        draft: null,
        changes: [],
        enforcement: 'nothing',
      },
    ]);
    expect(actions).toEqual({ edit: null, apply: null });
  });

  it('keeps the draft separate from the active rules, shows the difference, and discards it on request', async () => {
    const calls = engineCalls();
    const draft = policy([entry()]);
    await owner.put(`${nicPath()}/draft`, draft);
    const [nic] = (await firewall()).cards;
    expect(nic).toMatchObject({ policy: { in: 'accept', entries: [] }, draft });
    expect(nic?.changes.map(({ kind }) => kind)).toEqual(['default', 'added']);
    await owner.delete(`${nicPath()}/draft`);
    expect((await firewall()).cards[0]).toMatchObject({ draft: null, changes: [] });
    expect(calls).not.toHaveBeenCalled();
    expect(errorsOf(await owner.post(`${nicPath()}/apply`))).toEqual([[2454, undefined]]);
    calls.mockRestore();
  });

  it('applies the draft in a task that updates the engine, deletes the draft and records both versions', async () => {
    const calls = engineCalls();
    const ssh = entry();
    await apply(policy([ssh]));
    const expectedPolicy: FirewallPolicy = {
      ...{ in: 'drop', out: 'accept' },
      rules: [
        {
          id: ssh.rule.id,
          direction: 'in',
          protocol: 'tcp',
          ports: [[22, 22]],
          remotes: ['192.0.2.0/24'],
          action: 'accept',
        },
      ],
    };
    expect(calls).toHaveBeenCalledWith(serverId, nicId, expectedPolicy);
    expect((await firewall()).cards[0]).toMatchObject({ policy: policy([ssh]), draft: null });
    calls.mockRestore();
  });

  it('predicts which rule allows or blocks a packet, for active rules and the draft', async () => {
    await apply(
      policy([
        entry({ ports: [{ from: 80, to: 80 }], action: 'drop' }),
        entry({ ports: [{ from: 1, to: 1000 }], remotes: [] }),
      ]),
    );
    expect(await test('direction=in&protocol=tcp&port=80&remote=192.0.2.7')).toMatchObject({
      action: 'drop',
      place: 1,
    });
    expect(await test('direction=in&protocol=tcp&port=80&remote=203.0.113.7')).toMatchObject({
      action: 'accept',
      place: 2,
    });
    expect(await test('direction=in&protocol=tcp&port=1001&remote=192.0.2.7')).toMatchObject({
      action: 'drop',
      place: null,
    });
    expect(await test('direction=out&protocol=icmp&remote=2001:db8::7')).toMatchObject({
      action: 'accept',
      place: null,
    });
    await owner.put(`${nicPath()}/draft`, policy([]));
    expect(
      await test('direction=in&protocol=tcp&port=80&remote=203.0.113.7&of=draft'),
    ).toMatchObject({ action: 'drop', place: null });
    await owner.delete(`${nicPath()}/draft`);
    for (const [query, key] of [
      ['protocol=tcp&remote=192.0.2.7', 'port'],
      ['protocol=tcp&port=80&remote=nonsense', 'remote'],
      ['protocol=tcp&port=80&remote=192.0.2.0/24', 'remote'],
    ])
      expect(errorsOf(await owner.get(`${nicPath()}/test?direction=in&${query}`))).toEqual([
        [2453, key],
      ]);
  });

  it.each<[string, unknown[], number, string]>([
    ['ports of ICMP', [entry({ protocol: 'icmp' })], 2453, 'entries.0.rule.ports'],
    [
      'a descending port range',
      [entry({ ports: [{ from: 9, to: 8 }] })],
      2453,
      'entries.0.rule.ports.0',
    ],
    [
      'an invalid address range',
      [entry(), entry({ remotes: ['192.0.2.0/33'] })],
      2453,
      'entries.1.rule.remotes.0',
    ],
    [
      'addresses and a group at once',
      [entry({ remoteGroupId: randomUUID() })],
      2453,
      'entries.0.rule.remoteGroupId',
    ],
    ['a missing group', [{ kind: 'group', groupId: randomUUID() }], 44, 'entries.0.groupId'],
  ])('rejects %s, naming the field, and stores nothing', async (_name, entries, code, key) => {
    const answer = await owner.put(`${nicPath()}/draft`, policy(entries));
    expect(errorsOf(answer)?.[0]?.[1]).toBe(key);
    if (code !== 44) expect(errorsOf(answer)?.[0]?.[0]).toBe(code);
    expect((await firewall()).cards[0]?.draft).toBeNull();
  });

  it('normalizes pasted ranges to their networks', async () => {
    const remotes = [
      '10.0.0.5/24',
      ' 10.0.0.0/24\n',
      '2001:DB8:0::5/32',
      '192.0.2.7',
      '198.51.100.7/0',
    ];
    expect((await owner.put(`${nicPath()}/draft`, policy([entry({ remotes })]))).status).toBe(200);
    const [storedEntry] = (await firewall()).cards[0]?.draft?.entries ?? [];
    expect(storedEntry).toMatchObject({
      rule: { remotes: ['10.0.0.0/24', '2001:db8::/32', '192.0.2.7', '0.0.0.0/0'] },
    });
    expect((await owner.delete(`${nicPath()}/draft`)).status).toBe(200);
  });

  it.each(['any; flush ruleset', '192.0.2.1}', '$(id)', '::1%eth0'])(
    'rejects the address %j before any lookup',
    async (remote) => {
      const answer = await owner.put(`${nicPath()}/draft`, policy([entry({ remotes: [remote] })]));
      expect(answer.status).toBe(400);
    },
  );

  it('hides the server and its network interface from another customer', async () => {
    for (const answer of [
      await otherUser.get(`/servers/${serverId}/firewall`),
      await otherUser.put(`${nicPath()}/draft`, policy([])),
      await otherUser.post(`${nicPath()}/apply`),
      await otherUser.get(`${nicPath()}/test?direction=in&protocol=icmp&remote=192.0.2.1`),
      await owner.put(`${nicPath(serverId, randomUUID())}/draft`, policy([])),
    ])
      expect(answer.status).toBe(404);
  });
});

describe('a rule group', () => {
  const createGroup = async (rules: unknown[], name = `group ${randomUUID().slice(0, 8)}`) => {
    const answer = await owner.post<{ id: string }>('/firewall/groups', { name, rules });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.id;
  };
  /**
   * The distinct rule sets sent for each server. The periodic job may send the same rules again,
   * but different rules would show up here.
   */
  const pushedPolicies = (calls: ReturnType<typeof engineCalls>) => [
    ...new Map(
      calls.mock.calls
        .map(([id, , policy]) => [id, policy?.rules.map(({ remotes }) => remotes)])
        .map((policy) => [JSON.stringify(policy), policy] as const),
    ).values(),
  ];

  it('replaces its rules on a network interface, and updates them everywhere when the group is applied', async () => {
    const group = await createGroup([rule({ remotes: ['198.51.100.0/24'] })]);
    await apply(policy([{ kind: 'group', groupId: group }]));
    expect(await test('direction=in&protocol=tcp&port=22&remote=198.51.100.9')).toMatchObject({
      action: 'accept',
      place: 1,
      groupId: group,
    });
    const calls = engineCalls();
    await owner.put(`/firewall/groups/${group}/draft`, {
      rules: [rule({ remotes: ['203.0.113.0/24'] })],
    });
    expect(calls).not.toHaveBeenCalled();
    const groupDetail = (
      await owner.get<{ changes: unknown[]; usedBy: unknown[]; cards: number }>(
        `/firewall/groups/${group}`,
      )
    ).body;
    expect(groupDetail).toMatchObject({ cards: 1, usedBy: [{ serverId, cards: 1 }] });
    expect(groupDetail.changes).toHaveLength(2);
    await waitForTask(
      (await owner.post<{ cmdId: number }>(`/firewall/groups/${group}/apply`)).body.cmdId,
    );
    expect(pushedPolicies(calls)).toEqual([[serverId, [['203.0.113.0/24']]]]);
    calls.mockRestore();
    expect(errorsOf(await owner.delete(`/firewall/groups/${group}`))).toEqual([[2451, undefined]]);
    await apply(policy([]));
    expect((await owner.delete(`/firewall/groups/${group}`)).status).toBe(200);
  });

  it("used as the remote host of a rule matches the group's current members", async () => {
    const web = await createGroup([]);
    const other = await createServer(owner);
    const [nic] = (await firewall(other)).cards;
    const calls = engineCalls();
    await apply(policy([entry({ remotes: [], remoteGroupId: web })]));
    expect(pushedPolicies(calls)).toEqual([[serverId, [[]]]]);
    expect(
      await test(`direction=in&protocol=tcp&port=22&remote=${nic?.addresses[0]}`),
    ).toMatchObject({ action: 'drop' });
    calls.mockClear();
    await apply(policy([{ kind: 'group', groupId: web }]), other, nic?.nicId);
    expect(pushedPolicies(calls)).toContainEqual([serverId, [nic?.addresses]]);
    expect(
      await test(`direction=in&protocol=tcp&port=22&remote=${nic?.addresses[0]}`),
    ).toMatchObject({ action: 'accept', place: 1 });
    calls.mockClear();
    expect(await refreshFirewalls(await work())).toBe(0);
    expect(calls).not.toHaveBeenCalled();
    calls.mockRestore();
    expect(address).not.toBe(nic?.addresses[0]);
  });

  it('belongs to its owner, has a unique name, and can’t reference a group of another owner', async () => {
    const group = await createGroup([], 'Taken');
    expect(errorsOf(await owner.post('/firewall/groups', { name: 'tAKEN' }))).toEqual([
      [2450, 'name'],
    ]);
    expect((await otherUser.post('/firewall/groups', { name: 'Taken' })).status).toBe(200);
    for (const answer of [
      await otherUser.get(`/firewall/groups/${group}`),
      await otherUser.put(`/firewall/groups/${group}`, { name: 'mine', description: '' }),
      await otherUser.put(`/firewall/groups/${group}/draft`, { rules: [] }),
      await otherUser.post(`/firewall/groups/${group}/apply`),
      await otherUser.delete(`/firewall/groups/${group}`),
    ])
      expect(answer.status).toBe(404);
    const listed = (await otherUser.get<{ items: { id: string }[] }>('/firewall/groups?size=0'))
      .body.items;
    expect(listed.map(({ id }) => id)).not.toContain(group);
    const notOwned = await otherUser.post('/firewall/groups', {
      name: 'other',
      rules: [rule({ remotes: [], remoteGroupId: group })],
    });
    expect(notOwned.status).toBe(404);
  });
});

it("keeps its rules on a transferred server as the server's own rules, without the former owner's groups", async () => {
  const shared = (
    await owner.post<{ id: string }>('/firewall/groups', {
      name: 'Shared',
      rules: [rule({ note: 'office' })],
    })
  ).body.id;
  const members = (await owner.post<{ id: string }>('/firewall/groups', { name: 'Members' })).body
    .id;
  const serverId = await createServer(owner);
  const nic = (await firewall(serverId)).cards[0]?.nicId;
  await apply(
    policy([
      { kind: 'group', groupId: shared },
      { kind: 'group', groupId: members },
    ]),
    serverId,
    nic,
  );
  await apply(
    policy([{ kind: 'group', groupId: shared }, entry({ remotes: [], remoteGroupId: members })]),
    serverId,
    nic,
  );
  const ctx = await work();
  const to = { ownerId: otherUser.userId, siteId: app.siteId };
  await ctx.db.transaction().execute((db) => changeServerOwner({ ...ctx, db }, serverId, to));
  const [otherNic] = (await firewall(serverId, otherUser)).cards;
  expect(otherNic?.policy).toMatchObject({
    in: 'drop',
    entries: [{ kind: 'rule', rule: { remotes: ['192.0.2.0/24'], note: 'office' } }],
  });
  expect((await owner.get(`/servers/${serverId}/firewall`)).status).toBe(404);
});

it('the digest differs for two different policies and is equal for equal ones', () => {
  const some: FirewallPolicy = { in: 'drop', out: 'accept', rules: [] };
  expect(digestOf(some)).toBe(digestOf({ ...some }));
  expect(digestOf(some)).not.toBe(digestOf({ ...some, in: 'accept' }));
});
