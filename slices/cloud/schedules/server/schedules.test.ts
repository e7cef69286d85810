import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { runJobsOnce } from '../../../../server/testing/jobs.ts';
import { makeGroup } from '../../../people/groups/server/testing/fixtures.ts';
import type { RunResult } from './tables.ts';

let app: TestApp;
let owner: TestClient;
let otherUser: TestClient;
let choice: { datacenterId: string; imageId: string };

interface Item {
  id: string;
  name: string;
  next: string[];
  isEnabled: boolean;
  trouble: string | null;
  actions: { acknowledge: string | null };
  last: {
    state: string;
    results: { name: string; cmdId: number | null; problem: string | null }[];
  } | null;
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  otherUser = await app.signInAs('user');
  const { body } = await owner.get<{ datacenterId: string; images: { id: string }[] }>(
    '/servers/create/options',
  );
  choice = { datacenterId: body.datacenterId, imageId: body.images[0]?.id ?? '' };
}, 30_000);
afterAll(() => app.close());

const db = () => app.portal.services.database.db;
const errorsOf = (answer: Answer) => answer.body.errors?.map((error) => [error.code, error.key]);

async function waitForTask(cmdId: number | undefined): Promise<void> {
  const exitCode = async () =>
    (await owner.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode;
  await expect.poll(exitCode, { timeout: 15_000, interval: 50 }).toBe(0);
}
async function make(tags: string[] = [], client = owner): Promise<string> {
  const created = await client.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
    ...choice,
    ...{
      name: `plan-${randomUUID().slice(0, 8)}`,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
      disks: [{ sizeGb: 20 }],
      tags,
    },
    ...{ nics: [{ networkId: 'auto' }], billingMode: 'hourly', password: 'Server_Password_1' },
  });
  const id = created.body.servers?.[0]?.id ?? '';
  await expect
    .poll(async () => (await client.get<{ status: string }>(`/servers/${id}`)).body.status, {
      timeout: 15_000,
    })
    .toBe('ready');
  return id;
}
const body = (more: Record<string, unknown>) => ({
  name: 'nightly',
  action: 'off',
  times: '0 19 * * 1-5',
  timeZone: 'Asia/Jerusalem',
  ...more,
});
const create = (more: Record<string, unknown>, client = owner) =>
  client.post<{ id: string }>('/schedules', body(more));
const listed = async (query = '') =>
  (await owner.get<{ items: Item[] }>(`/schedules${query}`)).body.items;
const powerOf = async (id: string) =>
  (await owner.get<{ power: string }>(`/servers/${id}`)).body.power;

/** Makes the schedule due this many seconds ago and runs the periodic job. */
async function setDueAgo(id: string, seconds: number): Promise<void> {
  await sql`update schedule set next_at = now() - ${seconds} * interval '1 second' where id = ${id}`.execute(
    db(),
  );
  await runJobsOnce(app.portal, 'schedules.run');
  const next = async () =>
    (await sql<{ next: Date }>`select next_at as next from schedule where id = ${id}`.execute(db()))
      .rows[0]?.next;
  await expect
    .poll(async () => ((await next()) ?? new Date(0)) > new Date(), {
      timeout: 15_000,
      interval: 50,
    })
    .toBe(true);
}
const runs = async (id: string) =>
  (
    await sql<{
      state: string;
      results: RunResult[];
    }>`select state, results from schedule_run where schedule_id = ${id} order by id`.execute(db())
  ).rows;

describe('schedules', () => {
  it('show their next times in the time zone, and invalid times are rejected with the field', async () => {
    const preview = (times: string, timeZone = 'Asia/Jerusalem') =>
      owner.post<{ next: string[] }>('/schedules/preview', { times, timeZone });
    const { next } = (await preview('0 19 * * *')).body;
    expect(next).toHaveLength(5);
    const formatted = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Jerusalem',
      timeStyle: 'short',
    });
    expect(new Set(next.map((moment) => formatted.format(new Date(moment))))).toEqual(
      new Set(['19:00']),
    );
    expect(errorsOf(await preview('0 25 * * *'))).toEqual([[2553, 'times']]);
    expect(errorsOf(await preview('0 0 31 2 *'))).toEqual([[2553, 'times']]);
    expect(errorsOf(await preview('0 19 * * *', 'Mars/Base'))).toEqual([[1000, 'timeZone']]);
  });

  it('are rejected with both a server and a tag, with neither, for snapshots without a number to keep, and for other actions with one', async () => {
    const serverId = await make();
    expect(errorsOf(await create({ serverId, tag: 'web' }))).toEqual([[1000, 'serverId']]);
    expect(errorsOf(await create({}))).toEqual([[1000, 'serverId']]);
    expect(errorsOf(await create({ serverId, action: 'snapshot' }))).toEqual([[1000, 'keep']]);
    expect(errorsOf(await create({ serverId, keep: 3 }))).toEqual([[1000, 'keep']]);
    expect((await create({ serverId }, otherUser)).status).toBe(404);
    expect((await create({ serverId: randomUUID() })).status).toBe(404);
  });

  it('turn a server off on time, in one task, and report it', async () => {
    const serverId = await make();
    const { id } = (await create({ serverId })).body;
    await setDueAgo(id, 5);
    const [run] = await runs(id);
    expect(run).toMatchObject({ state: 'started', results: [{ serverId, refusal: null }] });
    await waitForTask(run?.results[0]?.cmdId ?? undefined);
    expect(await powerOf(serverId)).toBe('off');
    await setDueAgo(id, 5);
    // The server is already off. No action is needed, which isn't a failure.
    expect((await runs(id))[1]).toMatchObject({
      state: 'started',
      results: [{ serverId, cmdId: null, refusal: null }],
    });
    const [schedule] = await listed(`?server=${serverId}`);
    expect(schedule?.next).toHaveLength(3);
    expect(schedule?.last).toMatchObject({
      state: 'started',
      results: [{ cmdId: null, problem: null }],
    });
  });

  it('apply to every server of the owner with the tag, and to no others', async () => {
    const tag = `office-${randomUUID().slice(0, 6)}`;
    const [first, second] = [await make([tag]), await make([tag])];
    const otherServer = await make([tag], otherUser);
    const { id } = (await create({ tag, name: 'office closes' })).body;
    await setDueAgo(id, 5);
    const [run] = await runs(id);
    expect(run?.results.map((result) => result.serverId).sort()).toEqual([first, second].sort());
    for (const { cmdId } of run?.results ?? []) await waitForTask(cmdId ?? undefined);
    expect([await powerOf(first), await powerOf(second)]).toEqual(['off', 'off']);
    expect((await otherUser.get<{ power: string }>(`/servers/${otherServer}`)).body.power).toBe(
      'on',
    );
    expect((await listed(`?server=${first}`)).map(({ name }) => name)).toEqual(['office closes']);
  });

  it('skip locked servers and report the reason', async () => {
    const serverId = await make();
    await owner.put(`/servers/${serverId}/lock`, { reason: 'demo' });
    const { id } = (await create({ serverId })).body;
    await setDueAgo(id, 5);
    expect((await listed(`?server=${serverId}`))[0]?.last?.results[0]?.problem).toContain('demo');
    expect(await powerOf(serverId)).toBe('on');
  });

  it('that were missed are recorded and reported but not run, and keep their next times', async () => {
    const serverId = await make();
    const { id } = (
      await create({ serverId, name: `late ${randomUUID().slice(0, 6)}`, times: '*/30 * * * *' })
    ).body;
    const sent = async () =>
      (
        await sql<{
          n: number;
        }>`select count(*)::int as n from mail_message where kind = 'schedule.missed'`.execute(db())
      ).rows[0]?.n ?? 0;
    const before = await sent();
    await setDueAgo(id, 2 * 3600);
    const found = await runs(id);
    expect(found.length).toBeGreaterThanOrEqual(4);
    expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['missed']));
    expect(await powerOf(serverId)).toBe('on');
    expect(await sent()).toBe(before + 1);
  });

  it('take snapshots and keep the latest ones', async () => {
    const serverId = await make();
    const { id } = (await create({ serverId, action: 'snapshot', keep: 2, name: 'snapshots' }))
      .body;
    const snapshots = async () =>
      (
        await owner.get<{ items: { id: string; keepLatest: number; state: string }[] }>(
          `/servers/${serverId}/snapshots`,
        )
      ).body.items;
    for (let runNumber = 1; runNumber <= 3; runNumber++) {
      await setDueAgo(id, 5);
      const run = (await runs(id)).at(-1);
      await waitForTask(run?.results[0]?.cmdId ?? undefined);
    }
    const [oldest] = await snapshots();
    expect(oldest?.keepLatest).toBe(2);
    await runJobsOnce(app.portal, 'servers.expireSnapshots');
    await expect
      .poll(async () => (await snapshots()).map((one) => one.id).includes(oldest?.id ?? ''), {
        timeout: 15_000,
        interval: 50,
      })
      .toBe(false);
    expect(await snapshots()).toHaveLength(2);
  });

  it('can be disabled, enabled, changed, run manually, and deleted only by users with access', async () => {
    const serverId = await make();
    const { id } = (await create({ serverId, action: 'reboot' })).body;
    for (const answer of [
      await otherUser.put(`/schedules/${id}`, { isEnabled: false }),
      await otherUser.post(`/schedules/${id}/run`),
      await otherUser.delete(`/schedules/${id}`),
    ])
      expect(answer.status).toBe(404);
    expect(
      (await otherUser.get<{ items: { id: string }[] }>('/schedules')).body.items.map(
        (item) => item.id,
      ),
    ).not.toContain(id);
    expect(
      (await owner.put(`/schedules/${id}`, { isEnabled: false, times: '5 4 * * *' })).status,
    ).toBe(200);
    expect((await listed(`?server=${serverId}`))[0]).toMatchObject({
      isEnabled: false,
      next: [],
      times: '5 4 * * *',
    });
    const { results } = (await owner.post<{ results: { cmdId: number }[] }>(`/schedules/${id}/run`))
      .body;
    await waitForTask(results[0]?.cmdId);
    expect((await owner.delete(`/schedules/${id}`)).status).toBe(200);
    expect(await listed(`?server=${serverId}`)).toEqual([]);
  });
});

describe('a resource of a suspended paying account', () => {
  const put = (account: TestClient, values: { account_state?: string; billing_state?: number }) =>
    db().updateTable('user_account').set(values).where('id', '=', account.userId).execute();

  /** Runs the due schedule and returns the refusal reason by server. */
  const errorNameOf = async (id: string) => {
    await setDueAgo(id, 5);
    return (await runs(id)).at(-1)?.results[0]?.refusal?.name;
  };

  it.each([
    [
      'Suspended-Billing',
      { account_state: 'Suspended-Billing' },
      'accountSuspended',
      'parentSuspended',
      'ownerSuspended',
    ],
    [
      'locked by its billing',
      { billing_state: 9 },
      'accountNeedsBilling',
      'parentNeedsBilling',
      'ownerNeedsBilling',
    ],
  ] as const)(
    '(%s) isn’t powered on by any schedule, whether of the account itself, a sub-account, a guest or an administrator',
    async (_state, closedState, byOwner, bySubAccount, byOther) => {
      const [payer, guest, admin] = [
        await app.signInAs('user'),
        await app.signInAs('user'),
        await app.signInAs('siteAdmin'),
      ];
      const subAccount = await app.signInAs('user', { parentId: payer.userId });
      const serverId = await make([], payer);
      const subAccountServer = await make([], subAccount);
      const ids = [serverId, subAccountServer];
      const group = {
        siteId: app.siteId,
        members: [guest.userId],
        right: 'operate' as const,
        servers: ids,
      };
      await makeGroup(app.root, group);
      const schedules = await Promise.all(
        [payer, subAccount, guest, admin].map(async (creator) => {
          const created = await create(
            { serverId: creator === payer ? serverId : subAccountServer, action: 'on' },
            creator,
          );
          expect(created.status, created.text).toBe(200);
          return created.body.id;
        }),
      );
      for (const id of ids) {
        const off = await app.root.put<{ cmdId: number }>(`/servers/${id}/power`, { state: 'off' });
        const exitCode = async () =>
          (await app.root.get<{ exitCode: number | null }>(`/queue/command/${off.body.cmdId}`)).body
            .exitCode;
        await expect.poll(exitCode, { timeout: 15_000, interval: 50 }).toBe(0);
      }
      await put(payer, closedState);
      const errorNames: unknown[] = [];
      for (const id of schedules) errorNames.push(await errorNameOf(id));
      expect(errorNames).toEqual([byOwner, bySubAccount, byOther, byOther]);
      for (const id of ids)
        expect((await app.root.get<{ power: string }>(`/servers/${id}`)).body.power).toBe('off');
      const run = (account: TestClient, id = '') =>
        account.post<{
          results: { problem: string | null; cmdId: number | null }[];
          code?: number[];
        }>(`/schedules/${id}/run`, {});
      expect((await run(guest, schedules[2])).status).toBe(403);
      expect((await run(admin, schedules[3])).body.results).toMatchObject([
        { problem: null, cmdId: expect.any(Number) },
      ]);
      await put(payer, { account_state: 'Ok', billing_state: 0 });
      expect(await errorNameOf(schedules[0] ?? '')).toBeUndefined();
    },
    60_000,
  );

  it('is still turned off by its schedule, which only reduces cost', async () => {
    const payer = await app.signInAs('user');
    const serverId = await make([], payer);
    const { id } = (await create({ serverId }, payer)).body;
    await put(payer, { billing_state: 9 });
    expect(await errorNameOf(id)).toBeUndefined();
    await expect
      .poll(async () => (await payer.get<{ power: string }>(`/servers/${serverId}`)).body.power, {
        timeout: 15_000,
      })
      .toBe('off');
  }, 30_000);
});

describe('a failed schedule', () => {
  interface NoticeItem {
    id: string;
    severity: string;
    text: string;
    path: string | null;
  }
  const readNotices = async (id: string, client = owner) => {
    const { news } = (await client.get<{ news: NoticeItem[] }>('/dashboard')).body;
    return news.find((item) => item.id === `schedule.${id}`) ?? null;
  };
  const expectNotifications = (id: string, client = owner) =>
    expect.poll(() => readNotices(id, client), { timeout: 15_000, interval: 50 });
  /** Runs the periodic job until the results of the runs are recorded. */
  const waitUntilSettled = async (id: string) => {
    const open = async () => {
      await runJobsOnce(app.portal, 'schedules.run');
      const { rows } =
        await sql`select from schedule_run where schedule_id = ${id} and outcome is null`.execute(
          db(),
        );
      return rows.length;
    };
    await expect.poll(open, { timeout: 15_000, interval: 50 }).toBe(0);
  };

  it('is shown on the dashboard with the remedy if the portal was not running, until a later run succeeds', async () => {
    const serverId = await make();
    const { id } = (await create({ serverId, name: 'night off' })).body;
    await setDueAgo(id, 2 * 3600);
    await expectNotifications(id).toMatchObject({
      severity: 'problem',
      path: `/servers/${serverId}/schedule`,
    });
    expect((await readNotices(id))?.text).toBe(
      'Schedule night off failed: The portal wasn’t running.',
    );
    expect(await readNotices(id, otherUser)).toBeNull();
    expect((await listed(`?server=${serverId}`))[0]).toMatchObject({
      trouble: expect.any(String),
      actions: { acknowledge: null },
    });
    await setDueAgo(id, 5);
    await waitUntilSettled(id);
    expect(await readNotices(id)).toBeNull();
    expect((await listed(`?server=${serverId}`))[0]).toMatchObject({
      trouble: null,
      actions: { acknowledge: expect.any(String) },
    });
  });

  it('is shown until acknowledged if a server is locked, and again after the next failure', async () => {
    const serverId = await make();
    await owner.put(`/servers/${serverId}/lock`, { reason: 'inventory' });
    const { id } = (await create({ serverId })).body;
    await setDueAgo(id, 5);
    await expectNotifications(id).toMatchObject({ text: expect.stringContaining('inventory') });
    expect((await otherUser.post(`/schedules/${id}/acknowledge`)).status).toBe(404);
    expect((await owner.post(`/schedules/${id}/acknowledge`)).status).toBe(200);
    expect(await readNotices(id)).toBeNull();
    const second = await owner.post(`/schedules/${id}/acknowledge`);
    expect([second.status, second.body.code]).toEqual([422, [2561]]);
    await setDueAgo(id, 5);
    await expectNotifications(id).not.toBeNull();
  });

  it('is shown with the failure reason of its task, and hidden when the schedule is disabled', async () => {
    const serverId = await make();
    const engine = app.portal.services.engines.get('simulated');
    const { EngineError } = await import('../../../../drivers/compute/port.ts');
    const { stop } = engine;
    engine.stop = () =>
      Promise.reject(new EngineError('simulated', 'refused', 'The guest does not obey.'));
    const { id } = (await create({ serverId, action: 'off' })).body;
    await setDueAgo(id, 5);
    await waitUntilSettled(id);
    engine.stop = stop;
    expect((await readNotices(id))?.text).toMatch(/^Schedule nightly failed: .+/);
    await owner.put(`/schedules/${id}`, { isEnabled: false });
    expect(await readNotices(id)).toBeNull();
  });

  it('for a tag is shown to users who can see one of its servers, without naming the others', async () => {
    const tag = `lent-${randomUUID().slice(0, 6)}`;
    const [sharedServer, unsharedServer] = [await make([tag]), await make([tag])];
    const subAccount = await app.signInAs('user', { parentId: owner.userId });
    await makeGroup(owner, {
      members: [subAccount.userId],
      right: 'view',
      servers: [sharedServer],
    });
    await owner.put(`/servers/${unsharedServer}/lock`, { reason: 'a secret of the owner' });
    const { id } = (await create({ tag, action: 'reboot' })).body;
    await setDueAgo(id, 5);
    await waitUntilSettled(id);
    expect(await readNotices(id)).toMatchObject({ path: '/schedules' });
    expect(await readNotices(id, subAccount)).toBeNull();
    await owner.put(`/servers/${sharedServer}/lock`, { reason: 'known to both' });
    await setDueAgo(id, 5);
    await waitUntilSettled(id);
    const notice = await readNotices(id, subAccount);
    expect(notice).toMatchObject({
      path: `/servers/${sharedServer}`,
      text: expect.stringContaining('known to both'),
    });
    expect(notice?.text).not.toContain('secret');
  });
});
