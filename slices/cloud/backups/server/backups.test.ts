import { randomUUID } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { runJobsOnce } from '../../../../server/testing/jobs.ts';

let app: TestApp;
let owner: TestClient;
let otherUser: TestClient;
let choice: { datacenterId: string; imageId: string };

interface Item {
  id: string;
  state: string;
  kind: string;
  keptAs: string[];
  sizeBytes: number;
  problem: string | null;
  disks: { sizeGb: number; sizeBytes: number; sha256: string }[];
  test: { result: string | null; evidence: string } | null;
  actions: Record<string, string | null>;
  server: { isThere: boolean };
}
interface CostPreview {
  added: { hourly: string; monthly: string };
  thisMonth: { added: string };
}
interface ServerBackup {
  isOn: boolean;
  next: string | null;
  policy: { at: string; keepDaily: number; timeZone: string };
  price: { monthly: string };
  actions: Record<string, string | null>;
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
const folder = () => join(app.portal.services.config.dataDir, 'backups');
const codeOf = (answer: Answer) => answer.body.code?.[0];

async function waitForTask(answer: Answer<{ cmdId?: number }>): Promise<number | null> {
  const exitCode = async () =>
    (await owner.get<{ exitCode: number | null }>(`/queue/command/${answer.body.cmdId}`)).body
      .exitCode;
  expect(answer.body.cmdId, answer.text).toBeDefined();
  await expect.poll(exitCode, { timeout: 20_000, interval: 50 }).not.toBeNull();
  return await exitCode();
}
async function make(more: Record<string, unknown> = {}): Promise<string> {
  const created = await owner.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
    ...choice,
    ...{
      name: `back-${randomUUID().slice(0, 8)}`,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
      disks: [{ sizeGb: 20 }, { sizeGb: 5 }],
    },
    ...{
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
      password: 'Server_Password_1',
      backup: true,
      ...more,
    },
  });
  expect(await waitForTask(created), created.text).toBe(0);
  return created.body.servers[0]?.id ?? '';
}
async function backUp(serverId: string): Promise<string> {
  const answer = await owner.post<{ cmdId: number; backupId: string }>(
    `/servers/${serverId}/backups`,
  );
  expect(await waitForTask(answer), answer.text).toBe(0);
  return answer.body.backupId;
}
const listed = async (serverId: string) =>
  (await owner.get<{ items: Item[] }>(`/backups?server=${serverId}`)).body.items;
const found = async (serverId: string, id: string) =>
  (await listed(serverId)).find((item) => item.id === id);
const openSpans = async (subjectId: string) =>
  (
    await sql<{ item: string; quantity: string }>`
      select item, trim_scale(quantity)::text as quantity from span where subject_id = ${subjectId} and to_at is null`.execute(
      db(),
    )
  ).rows;

describe('backups of a server', () => {
  it('are enabled with a time at night at the price of the disks, and end when disabled', async () => {
    const id = await make({ backup: false });
    const read = async () => (await owner.get<ServerBackup>(`/servers/${id}/backup`)).body;
    const before = await read();
    expect(before).toMatchObject({ isOn: false, next: null });
    expect(Number(before.price.monthly)).toBeGreaterThan(0);
    expect(before.actions.create).toContain('off');
    expect(codeOf(await owner.post(`/servers/${id}/backups`))).toBe(2555);

    expect((await owner.put(`/servers/${id}/backup`, { isOn: true })).status).toBe(200);
    const on = await read();
    expect(on.isOn).toBe(true);
    expect(on.policy.at).toMatch(/^0[1-4]:\d\d$/);
    expect(new Date(on.next ?? 0).getTime()).toBeGreaterThan(Date.now());
    expect(await openSpans(id)).toContainEqual({ item: 'backup.gb', quantity: '25' });

    const policy = {
      at: '23:30',
      timeZone: 'Asia/Jerusalem',
      keepDaily: 2,
      keepWeekly: 0,
      keepMonthly: 0,
      testEvery: 'weekly',
    };
    expect((await owner.put(`/servers/${id}/backup`, { policy })).status).toBe(200);
    expect(await read()).toMatchObject({ policy });
    expect(
      (await owner.put(`/servers/${id}/backup`, { policy: { ...policy, at: '25:00' } })).body
        .errors?.[0],
    ).toMatchObject({
      key: 'policy.at',
    });
    for (const timeZone of ['Mars/Olympus', '+02:00', ''])
      expect(
        (await owner.put(`/servers/${id}/backup`, { policy: { ...policy, timeZone } })).body
          .errors?.[0],
      ).toMatchObject({
        ...{
          key: 'policy.timeZone',
          info: 'Choose a time zone from the list, such as Asia/Jerusalem.',
        },
      });
    expect(
      (await owner.put(`/servers/${id}/backup`, { policy: { ...policy, keepDaily: 0 } })).status,
    ).toBe(400);
    expect((await owner.put(`/servers/${id}/backup`, { isOn: false })).status).toBe(200);
    expect(await read()).toMatchObject({ isOn: false, next: null, policy });
    expect((await openSpans(id)).map(({ item }) => item)).not.toContain('backup.gb');
  });

  it('save all disks as files with their digests, outside the server folders', async () => {
    const id = await make();
    const backupId = await backUp(id);
    const backup = await found(id, backupId);
    expect(backup).toMatchObject({
      state: 'ready',
      kind: 'manual',
      keptAs: ['manual'],
      problem: null,
    });
    expect(backup?.disks.map(({ sizeGb }) => sizeGb)).toEqual([20, 5]);
    expect(backup?.disks.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256))).toBe(true);
    const sizes = await Promise.all(
      ['1.qcow2', '2.qcow2'].map(async (name) => (await stat(join(folder(), backupId, name))).size),
    );
    expect(backup?.disks.map(({ sizeBytes }) => sizeBytes)).toEqual(sizes);
    expect(await app.portal.services.engines.get('simulated').inspect(id)).toMatchObject({
      snapshots: [],
      power: 'on',
    });
    expect(await openSpans(backupId)).toEqual([]);
  });

  it('run at the scheduled time, and the policy decides which ones are kept', async () => {
    const id = await make();
    const policy = {
      at: '02:00',
      timeZone: 'UTC',
      keepDaily: 1,
      keepWeekly: 0,
      keepMonthly: 0,
      testEvery: 'never',
    };
    await owner.put(`/servers/${id}/backup`, { policy });
    const makeBackupDue = async () => {
      await sql`update backup_policy set next_at = now() - interval '1 minute' where server_id = ${id}`.execute(
        db(),
      );
      await runJobsOnce(app.portal, 'backups.run');
    };
    const ready = async () => (await listed(id)).filter(({ state }) => state === 'ready');
    await makeBackupDue();
    await expect
      .poll(async () => (await ready()).length, { timeout: 20_000, interval: 50 })
      .toBe(1);
    const [first] = await ready();
    expect(first).toMatchObject({ kind: 'scheduled', keptAs: ['daily'] });
    await makeBackupDue();
    await expect
      .poll(
        async () =>
          (await ready()).map((item) => item.id).filter((one) => one !== first?.id).length,
        { timeout: 20_000 },
      )
      .toBe(1);
    await expect
      .poll(async () => (await listed(id)).map((item) => item.id), { timeout: 20_000 })
      .not.toContain(first?.id);
    expect(await readdir(folder())).not.toContain(first?.id);
  });
});

describe('a backup', () => {
  it('is restored to its server, which is started again, but not to a locked server', async () => {
    const id = await make();
    const backupId = await backUp(id);
    expect(await waitForTask(await owner.put(`/backups/${backupId}/restore`))).toBe(0);
    expect((await owner.get<{ power: string }>(`/servers/${id}`)).body.power).toBe('on');
    await owner.put(`/servers/${id}/lock`, { reason: 'no' });
    expect(codeOf(await owner.put(`/backups/${backupId}/restore`))).toBe(2550);
    await owner.delete(`/servers/${id}/lock`);
    const { disks } = (await owner.get<{ disks: { id: string }[] }>(`/servers/${id}`)).body;
    await waitForTask(await owner.put(`/servers/${id}/power`, { state: 'off', force: true }));
    expect(await waitForTask(await owner.delete(`/servers/${id}/disks/${disks[1]?.id}`))).toBe(0);
    expect(codeOf(await owner.put(`/backups/${backupId}/restore`))).toBe(2557);
  });

  it('can be restored to a new server, even after the original was deleted permanently, and is then charged by size', async () => {
    const id = await make();
    const backupId = await backUp(id);
    expect(await waitForTask(await owner.delete(`/servers/${id}`))).toBe(0);
    expect((await openSpans(backupId)).map(({ item }) => item)).toEqual(['backup.gb']);
    expect(await waitForTask(await owner.delete(`/servers/${id}/bin`))).toBe(0);
    expect(await found(id, backupId)).toMatchObject({
      server: { isThere: false },
      actions: { copy: null },
    });
    expect(codeOf(await owner.put(`/backups/${backupId}/restore`))).toBe(2556);
    const preview = (await owner.get<{ changes: CostPreview[] }>(`/backups/${backupId}/cost/copy`))
      .body.changes[0];
    const copy = await owner.post<{ cmdId: number; serverId: string }>(
      `/backups/${backupId}/server`,
      {},
    );
    expect(await waitForTask(copy)).toBe(0);
    const { now } = (await owner.get<{ now: object }>(`/servers/${copy.body.serverId}/cost`)).body;
    expect(now).toMatchObject({ hourly: preview?.added.hourly, monthly: preview?.added.monthly });
    const month = (
      await owner.get<{ totals: { projected: string }[] }>(
        `/billing/monthToDate/${copy.body.serverId}`,
      )
    ).body;
    expect(Number(month.totals[0]?.projected)).toBe(Number(preview?.thisMonth.added));
    expect((await otherUser.get(`/backups/${backupId}/cost/copy`)).status).toBe(404);
    const server = (
      await owner.get<{ power: string; disks: { sizeGb: number }[] }>(
        `/servers/${copy.body.serverId}`,
      )
    ).body;
    expect(server).toMatchObject({ power: 'on', disks: [{ sizeGb: 20 }, { sizeGb: 5 }] });
    expect(await waitForTask(await owner.delete(`/backups/${backupId}`))).toBe(0);
    expect(await openSpans(backupId)).toEqual([]);
  });

  it('is boot-checked in isolation and leaves nothing behind', async () => {
    const id = await make();
    const backupId = await backUp(id);
    expect(await waitForTask(await owner.post(`/backups/${backupId}/test`))).toBe(0);
    expect(await found(id, backupId)).toMatchObject({
      test: { result: 'alive', evidence: expect.stringContaining('simulated') },
    });
    const engine = app.portal.services.engines.get('simulated');
    expect((await engine.list()).filter(({ nics }) => nics.length === 0)).toEqual([]);
  });

  it('that was modified on the portal’s disk is detected, and is neither restored nor reported as working', async () => {
    const id = await make();
    const backupId = await backUp(id);
    await writeFile(join(folder(), backupId, '2.qcow2'), 'something else');
    expect(await waitForTask(await owner.post(`/backups/${backupId}/test`))).not.toBe(0);
    const backup = await found(id, backupId);
    expect(backup?.problem).toContain('disk 2');
    expect(backup?.test).toMatchObject({ result: 'failed' });
    const before = await app.portal.services.engines.get('simulated').inspect(id);
    expect(await waitForTask(await owner.put(`/backups/${backupId}/restore`))).not.toBe(0);
    expect(await app.portal.services.engines.get('simulated').inspect(id)).toEqual(before);
  });

  it('isn’t visible to other users, who get the same response as for a missing one', async () => {
    const id = await make();
    const backupId = await backUp(id);
    for (const one of [backupId, randomUUID()])
      for (const answer of [
        await otherUser.put(`/backups/${one}/restore`),
        await otherUser.post(`/backups/${one}/server`, {}),
        await otherUser.post(`/backups/${one}/test`),
        await otherUser.delete(`/backups/${one}`),
      ])
        expect([answer.status, codeOf(answer)]).toEqual([404, 1001]);
    expect((await otherUser.get(`/servers/${id}/backup`)).status).toBe(404);
    expect((await otherUser.get<{ items: unknown[] }>('/backups')).body.items).toEqual([]);
    expect(await readdir(folder())).toContain(backupId);
  });
});
