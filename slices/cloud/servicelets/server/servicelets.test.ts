import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { runJobsOnce } from '../../../../server/testing/jobs.ts';
import { scriptWith } from './run.ts';
import { endOf, errorsOf, makeServer } from './testing/makeServer.ts';

let app: TestApp;
let owner: TestClient;
let otherUser: TestClient;
let serverId: string;

interface Item {
  id: string;
  title: string;
  state: string;
  exitCode: number | null;
  problem: string | null;
  output: string;
  actions: { cancel: string | null };
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  otherUser = await app.signInAs('user');
  serverId = await makeServer(owner);
}, 60_000);
afterAll(() => app.close());

const path = (id = serverId) => `/servers/${id}/servicelets`;
const run = (script: string, more: object = {}, server = serverId) =>
  owner.post<{ id: string; cmdId: number }>(path(server), { script, ...more });
const read = async (id: string, server = serverId) =>
  (await owner.get<Item>(`${path(server)}/${id}`)).body;
const list = async () =>
  (await owner.get<{ items: Item[]; run: string | null; by: string }>(path())).body;

describe('a command inside a server', () => {
  it('runs, and its output and exit code are saved', async () => {
    const { body } = await run('echo hello there\nexit 0');
    expect(await endOf(owner, body.cmdId)).toBe(0);
    expect(await read(body.id)).toMatchObject({
      state: 'done',
      exitCode: 0,
      title: 'echo hello there',
      output: 'hello there\n',
    });
    const { items, by, run: obstacle } = await list();
    expect(items[0]).toMatchObject({
      id: body.id,
      state: 'done',
      actions: { cancel: expect.stringMatching(/ended/) },
    });
    expect({ by, obstacle }).toEqual({ by: 'simulated', obstacle: null });
  });

  it('that fails reports the failure in its task in plain language', async () => {
    const { body } = await run('echo before\nexit 3', { title: 'Try it' });
    expect(await endOf(owner, body.cmdId)).toBe(1);
    expect(await read(body.id)).toMatchObject({
      state: 'failed',
      exitCode: 3,
      title: 'Try it',
      output: 'before\n',
    });
    const { failure } = (
      await owner.get<{ failure: { reason: string } }>(`/queue/command/${body.cmdId}`)
    ).body;
    expect(failure.reason).toContain('exit code 3');
  });

  it.each([
    ['nothing', { script: ' \n' }, [[1000, 'script']]],
    ['a U+0000', { script: 'echo a\u0000b' }, [[1013, undefined]]],
    ['more than 64 KiB', { script: 'x'.repeat(65_537) }, [[1000, 'script']]],
    ['no time', { script: 'true', timeoutSeconds: 0 }, [[1000, 'timeoutSeconds']]],
    ['an unknown field', { script: 'true', user: 'root' }, [[1000, 'user']]],
  ])('is rejected with %s, naming the field', async (_case, body, errors) => {
    expect(errorsOf(await owner.post(path(), body))).toEqual(errors);
  });

  it('requires the right to manage the server, and isn’t visible to other users', async () => {
    const own = (await run('echo mine')).body;
    await endOf(owner, own.cmdId);
    const missing = await otherUser.get(`/servers/${randomUUID()}/servicelets`);
    for (const answer of [
      await otherUser.get(path()),
      await otherUser.post(path(), { script: 'true' }),
      await otherUser.get(`${path()}/${own.id}`),
      await otherUser.put(`${path()}/${own.id}/cancel`),
    ])
      expect([answer.status, answer.body.code]).toEqual([missing.status, missing.body.code]);
    const other = await makeServer(owner);
    expect((await owner.get(`${path(other)}/${own.id}`)).status).toBe(404);
  });

  it('is rejected while the server is off and when the server’s queue is full', async () => {
    const id = await makeServer(owner, { powerOn: false });
    const answer = await owner.post(path(id), { script: 'true' });
    expect([answer.status, errorsOf(answer)]).toEqual([422, [[1100, undefined]]]);
    const full = await makeServer(owner);
    const answers = [];
    for (let count = 0; count < 21; count++)
      answers.push(await owner.post<{ id: string }>(path(full), { script: 'sleep 30' }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 409]);
    for (const { body } of answers.slice(0, 20).reverse())
      await owner.put(`${path(full)}/${body.id}/cancel`);
  });

  it('is recorded in the server’s history with its user', async () => {
    const { body } = await run('echo for the record');
    await endOf(owner, body.cmdId);
    const { rows } = await sql<{ after: { title: string } }>`
      select after from audit_entry where operation = 'runServicelet' and target_id = ${serverId} order by id desc limit 1`.execute(
      app.portal.services.database.db,
    );
    expect(rows[0]?.after).toMatchObject({ title: 'echo for the record' });
  });
});

// These tests spend most of their time waiting, so they run in parallel, each with its own server.
describe.concurrent('a long-running command inside a server', () => {
  it('makes later commands wait, and a waiting one can be removed', async ({ expect }) => {
    const server = await makeServer(owner);
    const first = (await run('sleep 2\necho first', {}, server)).body;
    const second = (await run('echo second', {}, server)).body;
    const third = (await run('echo third', {}, server)).body;
    expect((await owner.put(`${path(server)}/${second.id}/cancel`)).status).toBe(200);
    expect(await endOf(owner, third.cmdId)).toBe(0);
    expect(await endOf(owner, second.cmdId)).toBe(2);
    const [a, c] = [await read(first.id, server), await read(third.id, server)] as unknown as {
      startedAt: string;
      endedAt: string;
    }[];
    expect(Date.parse(c?.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(a?.endedAt ?? ''));
    await runJobsOnce(app.portal, 'servicelets.settle');
    await expect
      .poll(async () => (await read(second.id, server)).state, { timeout: 15_000, interval: 200 })
      .toBe('cancelled');
    expect((await owner.put(`${path(server)}/${second.id}/cancel`)).status).toBe(422);
  });

  it('can be stopped', async ({ expect }) => {
    const server = await makeServer(owner);
    const { body } = await run('sleep 60\necho never', {}, server);
    await expect
      .poll(async () => (await read(body.id, server)).state, { timeout: 10_000, interval: 50 })
      .toBe('running');
    expect((await owner.put(`${path(server)}/${body.id}/cancel`)).status).toBe(200);
    expect(await endOf(owner, body.cmdId)).toBe(2);
    expect(await read(body.id, server)).toMatchObject({ state: 'cancelled', output: '' });
  });

  it('is stopped when it takes too long, and reports the limit', async ({ expect }) => {
    const server = await makeServer(owner);
    const { body } = await run('sleep 60', { timeoutSeconds: 5 }, server);
    expect(await endOf(owner, body.cmdId)).toBe(1);
    expect(await read(body.id, server)).toMatchObject({
      state: 'timedOut',
      problem: expect.stringContaining('5 seconds'),
    });
  });
});

describe('values passed to a script', () => {
  it('are inserted after its first line, quoted so that no value can become a command', () => {
    expect(scriptWith({ A: `it's $(reboot)` }, '#!/bin/bash\necho "$A"')).toBe(
      `#!/bin/bash\nexport A='it'\\''s $(reboot)'\necho "$A"`,
    );
    expect(scriptWith({ A: 'x' }, 'echo')).toBe(`export A='x'\necho`);
  });
});
