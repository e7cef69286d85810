import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ComputeEngine, EngineCapabilities } from '../../../../drivers/compute/port.ts';
import { ownReach } from '../../../../server/platform/access/objectAccess.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { setHook } from '../../../../server/testing/hooks.ts';
import type { Engines } from '../../datacenters/server/index.ts';
import { hostServerNames } from './index.ts';
import { engineNotices } from './notices.ts';
import { type MemoryList, pageInMemory } from './pages.ts';

let app: TestApp;
const hostId = `${hostname()}-simulated`;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.close());

interface Listed {
  items: Record<string, unknown>[];
  total: number;
  engines?: Record<string, unknown>[];
}

async function makeServer(name: string): Promise<string> {
  const id = randomUUID();
  const disks = [
    { id: `${id}-0`, sizeGb: 10 },
    { id: `${id}-1`, sizeGb: 20 },
  ];
  const seed = { metaData: '', userData: '' };
  await app.portal.services.engines
    .get('simulated')
    .create({ id, name, cores: 2, ramMb: 512, disks, nics: [], source: { kind: 'blank' }, seed });
  return id;
}

describe('hosts', () => {
  it('are listed as reported by their engine, with the datacenters they serve', async () => {
    const answer = await app.root.get<Listed>('/hosts');
    expect(answer.body).toMatchObject({
      total: 1,
      items: [
        {
          id: hostId,
          engine: 'simulated',
          acceleration: 'none',
          datacenters: ['simulated'],
          problem: null,
          remedy: null,
        },
      ],
      engines: [{ engine: 'simulated', ready: true, datacenters: ['simulated'] }],
    });
  });

  it('are returned individually, and a missing host isn’t found', async () => {
    expect(await app.root.get(`/hosts/${hostId}`)).toMatchObject({
      status: 200,
      body: { id: hostId },
    });
    for (const id of ['nowhere', '%20x', encodeURIComponent('../etc')])
      expect(await app.root.get(`/hosts/${id}`)).toMatchObject({
        status: 404,
        body: { code: [1001] },
      });
  });

  it.each(['siteAdmin', 'billingAdmin', 'user'] as const)(
    'aren’t available to a %s',
    async (role) => {
      const client = await app.signInAs(role);
      for (const path of ['/hosts', `/hosts/${hostId}`, `/hosts/${hostId}/servers`])
        expect((await client.get(path)).status).toBe(403);
    },
  );

  it('list their servers, by name if the portal knows them', async () => {
    const [known, unknown] = [await makeServer('known'), await makeServer('unknown')];
    setHook(app.portal, hostServerNames, [
      async (_ctx, ids) => new Map(ids.filter((id) => id === known).map((id) => [id, 'web-1'])),
    ]);
    const answer = await app.root.get<Listed>(`/hosts/${hostId}/servers?size=0`);
    const itemById = (id: string) => answer.body.items.find((item) => item.id === id);
    expect(itemById(known)).toMatchObject({
      name: 'web-1',
      power: 'off',
      cores: 2,
      ramMb: 512,
      diskGb: 30,
      disks: 2,
      nics: 0,
      problem: null,
    });
    expect(itemById(unknown)).toMatchObject({ name: null });
  });
});

describe('an in-memory page', () => {
  interface Item {
    id: string;
    load: number;
  }
  const list: MemoryList<Item> = {
    items: Array.from({ length: 23 }, (_, index) => ({ id: `id-${index}`, load: index % 5 })),
    searched: ({ id }) => id,
    sorts: { load: ({ load }) => load },
    id: ({ id }) => id,
    defaultSorting: '-load',
  };

  it('includes each item once, in both directions', () => {
    const seen: string[] = [];
    let page = pageInMemory(list, { size: 5 });
    for (;;) {
      seen.push(...page.items.map(({ id }) => id));
      if (!page.next) break;
      page = pageInMemory(list, { size: 5, start: page.next });
    }
    expect(new Set(seen).size).toBe(23);
    expect(seen).toHaveLength(23);
    expect(page).toMatchObject({ firstElement: 21, lastElement: 23, total: 23 });
    const before = pageInMemory(list, { size: 5, start: page.previous ?? '' });
    expect(before).toMatchObject({ firstElement: 16, lastElement: 20 });
    expect(before.items[0]?.load).toBeGreaterThanOrEqual(before.items[4]?.load ?? 9);
  });

  it('rejects a cursor from another sorting and an invalid cursor', () => {
    const { next } = pageInMemory(list, { size: 5 });
    for (const start of [next ?? '', 'rubbish', Buffer.from('["-load",-1]').toString('base64url')])
      expect(() =>
        pageInMemory(list, { size: 5, start, sorting: start === next ? 'load' : '-load' }),
      ).toThrow('inputInvalid');
  });

  it('is empty without an error when nothing matches', () => {
    expect(pageInMemory(list, { filter: 'nothing' })).toMatchObject({
      items: [],
      total: 0,
      firstElement: 0,
      lastElement: 0,
      next: null,
      previous: null,
    });
  });
});

describe('engine notices', () => {
  const readNotices = async (role: 'root' | 'user') => {
    const site = await app.portal.sites.forHost('');
    const actor = {
      userId: randomUUID(),
      siteId: site.id,
      sitePath: site.path,
      role,
      email: '',
      parentId: null,
      language: 'en' as const,
      reach: ownReach,
    };
    return await engineNotices(
      systemContext(app.portal.services, { site, actor, log: createLog('silent') }),
    );
  };

  it('report that servers are only simulated', async () => {
    expect(await readNotices('root')).toMatchObject([
      { id: 'engine.simulated', severity: 'warning', path: '/hosts' },
    ]);
    expect(await readNotices('user')).toMatchObject([
      { id: 'engine.simulated', remedy: null, path: null },
    ]);
  });

  describe('for a real engine', () => {
    let originalEngines: Engines;
    beforeAll(() => {
      originalEngines = app.portal.services.engines;
    });
    afterEach(() => {
      app.portal.services.engines = originalEngines;
    });
    /**
     * Adds an engine for real servers with these capabilities to the portal, next to the simulated
     * one.
     */
    const withRealEngine = (state: Partial<EngineCapabilities>) => {
      const real = { name: 'qemu' as const } as ComputeEngine;
      app.portal.services.engines = {
        get: (name) => originalEngines.get(name),
        all: () => [real, ...originalEngines.all()],
        capabilities: async (name) =>
          name === 'qemu'
            ? { ...(await originalEngines.capabilities('simulated')), engine: 'qemu', ...state }
            : await originalEngines.capabilities(name),
        hosts: (name) => originalEngines.hosts(name),
        close: () => originalEngines.close(),
      };
    };

    it('that can’t run servers show the reason, and show operators the remedy', async () => {
      withRealEngine({
        ready: false,
        problem: 'QEMU is not installed.',
        remedy: 'apt-get install qemu-system-x86',
      });
      const [problem] = await readNotices('root');
      expect(problem).toMatchObject({
        id: 'engine.qemu.notReady',
        severity: 'problem',
        remedy: 'apt-get install qemu-system-x86',
        path: '/hosts',
      });
      expect(problem?.text.en).toContain('QEMU is not installed.');
      expect((await readNotices('user'))[0]).toMatchObject({
        id: 'engine.qemu.notReady',
        remedy: null,
        path: null,
      });
      expect((await app.root.get<Listed>('/hosts')).body.engines).toMatchObject([
        {
          engine: 'qemu',
          ready: false,
          problem: 'QEMU is not installed.',
          remedy: 'apt-get install qemu-system-x86',
        },
        { engine: 'simulated', ready: true },
      ]);
    });

    it('that use emulation report low speed, and no longer report that servers are simulated', async () => {
      withRealEngine({ ready: true, acceleration: 'emulation' });
      expect(await readNotices('root')).toMatchObject([
        { id: 'engine.qemu.emulated', severity: 'info' },
      ]);
    });

    it('at full speed are omitted', async () => {
      withRealEngine({ ready: true, acceleration: 'kvm' });
      expect(await readNotices('root')).toEqual([]);
    });
  });
});
