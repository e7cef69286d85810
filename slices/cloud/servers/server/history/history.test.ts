import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sealAudit, verifyAudit } from '../../../../../server/platform/audit/audit.ts';
import { createLog } from '../../../../../server/platform/log.ts';
import { systemContext } from '../../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';
import { reconcile } from '../engine/reconcile.ts';
import { makerFor } from '../testing/serverMaker.ts';

let app: TestApp;
let owner: TestClient;
let maker: Awaited<ReturnType<typeof makerFor>>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  maker = await makerFor(owner);
}, 30_000);
afterAll(() => app.close());

const db = () => app.portal.services.database.db;
interface Entry {
  operation: string;
  outcome: string;
  target_id: string | null;
  before: unknown;
  after: unknown;
  detail: unknown;
}
/** The entries recorded for these calls, in order. */
async function entriesOf(work: () => Promise<unknown>): Promise<Entry[]> {
  const last = await sql<{
    id: number;
  }>`select coalesce(max(id), 0) as id from audit_entry`.execute(db());
  await work();
  const { rows } = await sql<Entry>`
    select operation, outcome, target_id, before, after, detail from audit_entry
    where id > ${last.rows[0]?.id} and actor_id = ${owner.userId} order by id`.execute(db());
  return rows;
}
interface Item {
  kind: string;
  text: string;
  outcome: string;
  by: string;
  changes: { field: string; before: string; after: string }[];
}
const historyOf = async (id: string) =>
  (await owner.get<{ items: Item[] }>(`/servers/${id}/history`)).body.items;

describe('each call records one event with the values before and after', () => {
  const calls: [string, (id: string) => Promise<Answer<{ cmdId?: number }>>][] = [
    ['openConsole', (id) => owner.post(`/servers/${id}/console`, { kind: 'serial' })],
    ['renameServer', (id) => owner.put(`/servers/${id}/name`, { name: 'another-name' })],
    ['tagServer', (id) => owner.put(`/servers/${id}/tags`, { tags: ['web'] })],
    [
      'describeServer',
      (id) => owner.put(`/servers/${id}/description`, { description: 'The shop' }),
    ],
    ['lockServer', (id) => owner.put(`/servers/${id}/lock`, { reason: 'the shop' })],
    ['unlockServer', (id) => owner.delete(`/servers/${id}/lock`)],
    ['createServerDisk', (id) => owner.post(`/servers/${id}/disks`, { sizeGb: 10 })],
    ['createServerNic', (id) => owner.post(`/servers/${id}/nics`, { networkId: 'auto' })],
    ['powerServer', (id) => owner.put(`/servers/${id}/power`, { state: 'off' })],
    [
      'resizeServer',
      (id) => owner.put(`/servers/${id}/size`, { cpuType: 'B', cores: 2, ramMb: 2048 }),
    ],
  ];

  it('for every server action', async () => {
    const id = await maker.make();
    for (const [operation, call] of calls) {
      const entries = await entriesOf(async () => {
        const answer = await call(id);
        expect(answer.status, answer.text).toBe(200);
        if (answer.body.cmdId !== undefined) await maker.done(answer);
      });
      expect(entries.map((entry) => [entry.operation, entry.outcome, entry.target_id])).toEqual([
        [operation, 'done', id],
      ]);
      expect([operation, entries[0]?.after ?? entries[0]?.detail]).toEqual([
        operation,
        expect.anything(),
      ]);
    }
  });

  it('for several servers, one event per server, including rejections', async () => {
    const [on, off] = [await maker.make(), await maker.make({ powerOn: false })];
    const entries = await entriesOf(() =>
      owner.put('/servers/power', { ids: [on, off], state: 'off' }),
    );
    expect(entries).toHaveLength(2);
    expect(entries).toContainEqual(
      expect.objectContaining({
        target_id: on,
        outcome: 'done',
        before: { power: 'on' },
        after: { power: 'off' },
      }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({
        target_id: off,
        outcome: 'refused',
        after: null,
        detail: ['serverWrongState'],
      }),
    );
  });

  it('and keeps the chain valid', async () => {
    await vi.waitFor(
      async () => {
        await sealAudit(db());
        expect(await verifyAudit(db())).toMatchObject({ firstBroken: null, unsealed: 0 });
      },
      { timeout: 10_000, interval: 50 },
    );
  });
});

describe('server history', () => {
  it('records console access and a rename once each, and rejected calls as rejected', async () => {
    const id = await maker.make();
    const name = `taken-${id.slice(0, 8)}`;
    await maker.make({ name });
    await owner.post(`/servers/${id}/console`, { kind: 'serial' });
    await owner.put(`/servers/${id}/name`, { name: 'renamed-once' });
    await owner.put(`/servers/${id}/name`, { name });
    const changes = (await historyOf(id)).filter(({ kind }) => kind === 'change');
    expect(changes.map(({ text, outcome }) => `${text} ${outcome}`)).toEqual([
      'Server renamed refused',
      'Server renamed done',
      'Console opened done',
    ]);
  });

  it('records once that a server stopped on its own, with the engine’s message', async () => {
    const id = await maker.make();
    await sql`update task set completed_at = now() - interval '1 minute' where target_id = ${id}`.execute(
      db(),
    );
    const engine = app.portal.services.engines.get('simulated');
    const list = engine.list.bind(engine);
    const problem = 'Its process ended without the guest having asked for it.';
    vi.spyOn(engine, 'list').mockImplementation(async () =>
      (await list()).map((server) =>
        server.id === id ? { ...server, power: 'crashed' as const, problem } : server,
      ),
    );
    const ctx = systemContext(app.portal.services, {
      site: await app.portal.sites.forHost(''),
      log: createLog('silent'),
    });
    await reconcile(ctx);
    await reconcile(ctx);
    vi.restoreAllMocks();
    const events = (await historyOf(id)).filter(({ kind }) => kind === 'event');
    expect(events).toEqual([
      expect.objectContaining({
        ...{ text: 'Stopped unexpectedly', outcome: 'done', by: '' },
        changes: [
          { field: 'power', before: 'on', after: 'off' },
          { field: 'problem', before: '', after: problem },
        ],
      }),
    ]);
  });

  it('is visible in the activity log only to administrators of its site and parent sites', async () => {
    const [parentSite, siblingSite] = [
      await app.makeSite('Reseller'),
      await app.makeSite('Another reseller'),
    ];
    const subSite = await app.makeSite('Of the reseller');
    await sql`update site set path = (select path from site where id = ${parentSite}) || '/' || id, parent_id = ${parentSite} where id = ${subSite}`.execute(
      db(),
    );
    const sites = [app.siteId, parentSite, subSite, siblingSite];
    const ids: string[] = [];
    for (const siteId of sites) {
      const id = await maker.make();
      ids.push(id);
      await sql`update task set completed_at = now() - interval '1 minute' where target_id = ${id}`.execute(
        db(),
      );
      await sql`update server set site_id = ${siteId} where id = ${id}`.execute(db());
    }
    const engine = app.portal.services.engines.get('simulated');
    const list = engine.list.bind(engine);
    vi.spyOn(engine, 'list').mockImplementation(async () =>
      (await list()).map((server) =>
        ids.includes(server.id) ? { ...server, power: 'off' as const } : server,
      ),
    );
    await reconcile(
      systemContext(app.portal.services, {
        site: await app.portal.sites.forHost(''),
        log: createLog('silent'),
      }),
    );
    vi.restoreAllMocks();
    const visibleSites = async (siteId: string) => {
      // A request reaches the portal of a site through the site's hostname.
      await sql`update site set hosts = array[case when id = ${siteId} then '127.0.0.1' else id::text end]`.execute(
        db(),
      );
      app.portal.sites.forget();
      const admin = await app.signInAs('siteAdmin', { siteId });
      const { status, body, text } = await admin.get<{ items: { target: { id: string } }[] }>(
        '/logView?operation=servers.changedByItself&size=100',
      );
      expect(status, text).toBe(200);
      return sites.filter((_site, index) =>
        body.items.some(({ target }) => target.id === ids[index]),
      );
    };
    expect(await visibleSites(parentSite)).toEqual([parentSite, subSite]);
    expect(await visibleSites(subSite)).toEqual([subSite]);
    expect(await visibleSites(siblingSite)).toEqual([siblingSite]);
    expect(await visibleSites(app.siteId)).toEqual(sites);
  });
});
