import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer } from '../../../../e2e/createServer.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { runJobsOnce } from '../../../../server/testing/jobs.ts';
import { lastMail } from '../../../../server/testing/outbox.ts';

interface Event {
  servers: { serverId: string; state: string; cmdId: number | null; problem: string | null }[];
}

/** Runs with a worker and the simulated engine, so that orders and power changes take effect. */
let app: TestApp;
let owner: TestClient;
let shop: string;
let blog: string;
const db = () => app.portal.services.database.db;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  [shop, blog] = [await createServer(owner), await createServer(owner)];
  await owner.put(`/servers/${shop}/tags`, { tags: ['shop'] });
}, 60_000);
afterEach(() => sql`delete from budget`.execute(db()));
afterAll(() => app.close());

/** Creates a budget of one cent, which any running server exceeds. */
const set = async (
  actions: { blocks?: boolean; powersOff?: boolean },
  fields: object = {},
  client = owner,
): Promise<string> => {
  const threshold = { basis: 'actual', percent: 100, blocks: false, powersOff: false, ...actions };
  const answer = await client.post<{ id: string }>('/budgets', {
    name: 'Pennies',
    amount: '0.01',
    thresholds: [threshold],
    ...fields,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.id;
};
const powerOf = async (id: string) =>
  (await owner.get<{ power: string }>(`/servers/${id}`)).body.power;
const waitForTask = async (cmdId: number | null | undefined) => {
  const exitCode = async () =>
    (await owner.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode;
  await vi.waitFor(async () => expect(await exitCode()).toBe(0), {
    timeout: 30_000,
    interval: 100,
  });
};
const power = async (id: string, state: 'on' | 'off') => {
  if ((await powerOf(id)) !== state)
    await waitForTask(
      (await owner.put<{ cmdId: number }>(`/servers/${id}/power`, { state })).body.cmdId,
    );
};
const serversOf = async (id: string) =>
  (await owner.get<{ items: Event[] }>(`/budgets/${id}/events`)).body.items[0]?.servers ?? [];

async function order(tags: readonly string[] = [], more: object = {}, client = owner) {
  const { body: options } = await client.get<{
    suggestedName: string;
    datacenterId: string;
    images: { id: string }[];
  }>('/servers/create/options');
  return await client.post('/servers', {
    ...{
      name: options.suggestedName,
      datacenterId: options.datacenterId,
      imageId: options.images[0]?.id,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
    },
    ...{
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
      password: 'Journey_Password_1',
      tags,
      ...more,
    },
  });
}

describe('a blocking budget', () => {
  it('rejects any added cost, naming itself, and allows everything again when the block is lifted', async () => {
    await power(blog, 'off');
    const id = await set({ blocks: true });
    const datacenterId = (await owner.get<{ datacenterId: string }>('/servers/create/options')).body
      .datacenterId;
    const disks = (await owner.get<{ disks: { id: string }[] }>(`/servers/${blog}`)).body.disks;
    const orders = () => ({
      create: order(),
      clone: order([], { imageId: undefined, cloneOf: blog, datacenterId, password: undefined }),
      larger: owner.put(`/servers/${blog}/size`, { cpuType: 'B', cores: 2, ramMb: 1024 }),
      disk: owner.post(`/servers/${blog}/disks`, { sizeGb: 10 }),
      grow: owner.put(`/servers/${blog}/disks/${disks[0]?.id}`, { sizeGb: 30 }),
      card: owner.post(`/servers/${blog}/nics`, { networkId: 'auto' }),
      traffic: owner.put(`/servers/${blog}/billing`, { trafficPackage: 't5000' }),
      backup: owner.put(`/servers/${blog}/billing`, { backup: true }),
      managed: owner.put(`/servers/${blog}/billing`, { managed: true }),
      image: owner.post('/images/disk', {
        serverId: blog,
        name: 'A copy',
        description: '',
        version: '1',
      }),
    });
    for (const [order, answer] of Object.entries(orders())) {
      const { status, body } = await answer;
      expect([status, body.code], order).toEqual([422, [2870]]);
      expect(body.errors?.[0]?.info).toMatch(
        /^The budget Pennies has reached 100% .* until \d{4}-\d\d-01\./,
      );
    }
    // Changes at equal cost and other users' resources aren't affected, but orders of sub-accounts
    // count toward the parent account.
    expect((await owner.put(`/servers/${blog}/name`, { name: 'another-name' })).status).toBe(200);
    expect((await order([], {}, await app.signInAs('user'))).status).toBe(200);
    expect(
      (await order([], {}, await app.signInAs('user', { parentId: owner.userId }))).body.code,
    ).toEqual([2870]);
    expect((await owner.post(`/budgets/${id}/lift`, {})).status).toBe(200);
    const larger = await owner.put<{ cmdId: number }>(`/servers/${blog}/size`, {
      cpuType: 'B',
      cores: 2,
      ramMb: 1024,
    });
    expect(larger.status, larger.text).toBe(200);
    await waitForTask(larger.body.cmdId);
    expect((await lastMail(app.portal, owner.email, 'budget.acted')).text).toContain(
      'New, cloned, restored, and larger servers',
    );
  });

  it('rejects an order whose own cost would reach it, also with parallel orders', async () => {
    const newUser = await app.signInAs('user');
    const id = await set({ blocks: true }, { amount: '0.02' }, newUser);
    const first = await order([], {}, newUser);
    expect([first.status, first.body.code]).toEqual([422, [2940]]);
    const [, cost = ''] =
      /^This order would cost about ([\d.]+) USD through .* budget Pennies \(0\.02 USD\) .* reach \d+%/.exec(
        first.body.errors?.[0]?.info ?? '',
      ) ?? [];
    expect(Number(cost)).toBeGreaterThan(0);
    expect((await newUser.get<{ items: unknown[] }>('/servers')).body.items).toEqual([]);
    const amountForTwo = (Number(cost) * 2.5).toFixed(2);
    expect((await newUser.put(`/budgets/${id}`, { amount: amountForTwo })).status).toBe(200);
    expect((await order([], { quantity: 3 }, newUser)).body.code).toEqual([2940]);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => order([], { name: `newcomer-${index}` }, newUser)),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    // A server that becomes ready at this moment may be counted twice, but never missed.
    expect([1, 2]).toContain(accepted.length);
    expect(answers.filter(({ body }) => body.code?.[0] === 2940)).toHaveLength(5 - accepted.length);
  });

  it('keeps a server in the Trash until the budget is raised', async () => {
    await waitForTask((await owner.delete<{ cmdId: number }>(`/servers/${blog}`)).body.cmdId);
    const id = await set({ blocks: true });
    expect((await owner.put(`/servers/${blog}/restore`, {})).body.code).toEqual([2870]);
    expect((await owner.put(`/budgets/${id}`, { amount: '1000' })).status).toBe(200);
    await waitForTask(
      (await owner.put<{ cmdId: number }>(`/servers/${blog}/restore`, {})).body.cmdId,
    );
  });

  it('for a tag rejects only resources with that tag', async () => {
    await power(shop, 'on');
    await set({ blocks: true }, { tag: 'shop' });
    expect((await order(['shop', 'web'])).body.code).toEqual([2870]);
    expect((await order(['web'])).status).toBe(200);
    expect((await owner.post(`/servers/${shop}/disks`, { sizeGb: 10 })).body.code).toEqual([2870]);
  });
});

describe('a budget that turns servers off', () => {
  it('turns off every server it covers in a task, leaves locked ones on, and reports that once', async () => {
    await power(shop, 'on');
    await power(blog, 'on');
    await owner.put(`/servers/${blog}/lock`, { reason: 'It must run' });
    const id = await set({ powersOff: true });
    const waitingCount = async () => {
      await runJobsOnce(app.portal, 'budgets.check');
      return (await serversOf(id)).filter(({ state }) => state === 'waiting').length;
    };
    await expect.poll(waitingCount, { timeout: 30_000, interval: 200 }).toBe(0);
    const servers = await serversOf(id);
    const findServer = (serverId: string) => servers.find((server) => server.serverId === serverId);
    expect(findServer(blog)).toMatchObject({
      state: 'refused',
      cmdId: null,
      problem: expect.stringContaining('It must run'),
    });
    expect(findServer(shop)).toMatchObject({ state: 'asked', problem: null });
    await waitForTask(findServer(shop)?.cmdId);
    expect([await powerOf(shop), await powerOf(blog)]).toEqual(['off', 'on']);
    const { rows } = await sql<{ actor: string | null }>`
      select actor_id as actor from audit_entry where operation = 'budgets.powerOff' and target_id = ${shop}`.execute(
      db(),
    );
    expect(rows).toEqual([{ actor: null }]);
    // Servers turned on again afterwards stay on.
    await power(shop, 'on');
    await sql`update budget set checked_at = checked_at - interval '1 hour'`.execute(db());
    await runJobsOnce(app.portal, 'budgets.check');
    await expect
      .poll(
        async () =>
          (
            await sql<{
              at: Date;
            }>`select checked_at as at from budget where checked_at > now() - interval '1 minute'`.execute(
              db(),
            )
          ).rows.length,
        {
          timeout: 20_000,
        },
      )
      .toBe(1);
    expect(await powerOf(shop)).toBe('on');
    await owner.delete(`/servers/${blog}/lock`);
  });

  it('retries a busy server, but not after the budget is raised', async () => {
    await power(shop, 'on');
    // A task for the server that doesn't start yet.
    const { rows } = await sql<{ id: number }>`
      insert into task (type, title, target_type, target_id, target_name, resource, site_id, owner_id, language, is_cancellable, not_before)
      values ('test.wait', '{"en":"Wait","he":"x"}', 'server', ${shop}, 'shop', ${`server:${shop}`}, ${app.siteId}, ${owner.userId}, 'en', true,
        now() + interval '1 hour') returning id`.execute(db());
    const id = await set({ powersOff: true }, { tag: 'shop' });
    const retryStops = async () => {
      // Simulate that a minute has passed since the last attempt.
      await sql`update budget_stop set tried_at = tried_at - interval '1 minute' where state = 'waiting'`.execute(
        db(),
      );
      await runJobsOnce(app.portal, 'budgets.check');
      return (await serversOf(id))[0];
    };
    await expect
      .poll(async () => (await retryStops())?.problem, { timeout: 20_000, interval: 200 })
      .toMatch(/busy|task/);
    expect(await powerOf(shop)).toBe('on');
    await sql`update task set state = 'cancelled', exit_code = 1, completed_at = now() where id = ${rows[0]?.id}`.execute(
      db(),
    );
    const state = async () => (await retryStops())?.state;
    await expect.poll(state, { timeout: 30_000, interval: 200 }).toBe('asked');
    await waitForTask((await serversOf(id))[0]?.cmdId);
    expect(await powerOf(shop)).toBe('off');
    await power(shop, 'on');
    await owner.put(`/budgets/${id}`, {
      thresholds: [{ basis: 'actual', percent: 90, blocks: false, powersOff: true }],
    });
    await sql`update budget_stop set state = 'waiting', tried_at = now() where server_id = ${shop}`.execute(
      db(),
    );
    await owner.put(`/budgets/${id}`, { amount: '1000' });
    await expect.poll(state, { timeout: 20_000, interval: 200 }).toBe('dropped');
    expect(await powerOf(shop)).toBe('on');
  });
});
