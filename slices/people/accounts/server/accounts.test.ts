import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { code } from '../../../../contract/errors/messages.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';

let app: TestApp;
let choice: { datacenterId: string; imageId: string };
let owner: TestClient;
let recipient: TestClient;
let other: TestClient;
let outsider: { id: string; email: string };

interface Started {
  good: number;
  bad: number;
  batchId: string | null;
  cmdId: number | null;
  lines: { given: string; email: string | null; problem: string | null; effects: string[] }[];
}
interface Batch {
  total: number;
  done: number;
  refused: number;
  undoProblem: string | null;
  lines: { email: string; state: string; note: string }[];
}

const db = () => app.portal.services.database.db;
const codes = (answer: Answer) => answer.body.errors?.map((error) => error.code);
const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string; billing: number; enabled: boolean; reason: string }>`
    select account_state as state, billing_state as billing, is_enabled as enabled, account_state_reason as reason from user_account where id = ${id}`.execute(
    db(),
  );
  return rows[0];
};

async function waitForTask(cmdId: number | null | undefined): Promise<number | null> {
  const exitCode = async () =>
    (await app.root.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode;
  await expect.poll(exitCode, { timeout: 20_000, interval: 50 }).not.toBeNull();
  return await exitCode();
}

async function makeServer(
  client: TestClient,
  name = `srv-${randomUUID().slice(0, 8)}`,
): Promise<string> {
  const body = {
    ...choice,
    ...{
      name,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
    },
    ...{ billingMode: 'hourly', password: 'Server_Password_1' },
  };
  const created = await client.post<{ cmdId: number; servers: { id: string }[] }>('/servers', body);
  expect(await waitForTask(created.body.cmdId), created.text).toBe(0);
  return created.body.servers[0]?.id ?? '';
}
const powerOf = async (id: string) =>
  (await app.root.get<{ power: string; status: string }>(`/servers/${id}`)).body;

async function order(
  path: string,
  list: string,
  more: Record<string, unknown> = {},
  client = app.root,
): Promise<Started> {
  const answer = await client.post<Started>(path, {
    list,
    reason: 'a test of batches',
    checkOnly: false,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
  if (answer.body.cmdId !== null) await waitForTask(answer.body.cmdId);
  return answer.body;
}
const batch = async (id: string | null, client = app.root) =>
  (await client.get<Batch>(`/accountBatches/${id}`)).body;
async function undo(id: string | null): Promise<void> {
  const answer = await app.root.post<{ cmdId: number }>(`/accountBatches/${id}/undo`);
  expect(answer.status, answer.text).toBe(200);
  await waitForTask(answer.body.cmdId);
}

beforeAll(async () => {
  app = await startTestApp();
  [owner, recipient, other] = [
    await app.signInAs('user'),
    await app.signInAs('user'),
    await app.signInAs('user'),
  ];
  const { body } = await owner.get<{ datacenterId: string; images: { id: string }[] }>(
    '/servers/create/options',
  );
  choice = { datacenterId: body.datacenterId, imageId: body.images[0]?.id ?? '' };
  const siteId = await app.makeSite('Elsewhere');
  const movedUser = await app.signInAs('user');
  await sql`update user_account set site_id = ${siteId} where id = ${movedUser.userId}`.execute(
    db(),
  );
  outsider = { id: movedUser.userId, email: movedUser.email };
}, 40_000);
afterAll(() => app.close());

describe('suspending', () => {
  it('reports the effect on each account, or why there is none, in a dry run and changes nothing', async () => {
    const list = `email\n${owner.email}\nnobody@example.test\n${app.root.email}\n${owner.userId}\n"${recipient.email}",x`;
    const { good, bad, lines, batchId } = await order('/suspendAccounts', list, {
      cause: 'policy',
      checkOnly: true,
    });
    expect([good, bad, batchId]).toEqual([2, 3, null]);
    expect(lines.map(({ problem }) => problem)).toEqual([
      null,
      'This account doesn’t exist.',
      'This is your own account.',
      'This account is listed twice.',
      null,
    ]);
    expect(lines[0]?.effects[0]).toBe('Ok → Suspended-Policy');
    expect(await stateOf(owner.userId)).toMatchObject({ state: 'Ok' });
  });

  it('turns off running servers and records them, and resuming turns on exactly those', async () => {
    const [on, off] = [await makeServer(owner), await makeServer(owner)];
    const stopped = await owner.put<{ cmdId: number }>(`/servers/${off}/power`, { state: 'off' });
    await waitForTask(stopped.body.cmdId);
    const { batchId } = await order('/suspendAccounts', owner.email, { cause: 'billing' });
    expect(await stateOf(owner.userId)).toEqual({
      state: 'Suspended-Billing',
      billing: 0,
      enabled: true,
      reason: 'a test of batches',
    });
    await expect.poll(async () => (await powerOf(on)).power, { timeout: 15_000 }).toBe('off');
    expect(await batch(batchId)).toMatchObject({
      total: 1,
      done: 1,
      refused: 0,
      lines: [{ email: owner.email, state: 'done', note: '' }],
    });
    await order('/resumeAccounts', owner.email);
    expect(await stateOf(owner.userId)).toMatchObject({ state: 'Ok', reason: '' });
    await expect.poll(async () => (await powerOf(on)).power, { timeout: 15_000 }).toBe('on');
    expect((await powerOf(off)).power).toBe('off');
  }, 60_000);

  it('can be undone once, restoring the previous state of each account', async () => {
    await sql`update user_account set account_state = 'Warning' where id = ${other.userId}`.execute(
      db(),
    );
    const { batchId } = await order('/suspendAccounts', other.email, { cause: 'policy' });
    expect(await stateOf(other.userId)).toMatchObject({ state: 'Suspended-Policy' });
    await undo(batchId);
    expect(await stateOf(other.userId)).toMatchObject({ state: 'Warning' });
    expect(codes(await app.root.post(`/accountBatches/${batchId}/undo`))).toEqual([1921]);
    await sql`update user_account set account_state = 'Ok' where id = ${other.userId}`.execute(
      db(),
    );
  });

  it('rejects an account that changed in the meantime without blocking the others', async () => {
    await order('/suspendAccounts', recipient.email, { cause: 'policy' });
    const second = await order('/suspendAccounts', `${recipient.email}\n${other.email}`, {
      cause: 'policy',
    });
    expect([second.good, second.bad]).toEqual([1, 1]);
    await order('/resumeAccounts', `${recipient.email}\n${other.email}`);
    expect(await stateOf(recipient.userId)).toMatchObject({ state: 'Ok' });
  });

  it('is listed in the account’s history with the reason', async () => {
    const { items } = (
      await other.get<{ items: { text: string; reason: string | null; by: string }[] }>(
        `/users/${other.userId}/history`,
      )
    ).body;
    expect(items).toContainEqual(
      expect.objectContaining({
        text: 'Account suspended',
        reason: 'a test of batches',
        by: app.root.email,
      }),
    );
  });
});

describe('a dry run', () => {
  it('is recorded as a check, not as an execution, and isn’t in any account’s history', async () => {
    const client = await app.signInAs('user');
    expect(
      (await app.root.put(`/users/${client.userId}/disable`, { checkOnly: true })).status,
    ).toBe(200);
    await order('/suspendAccounts', client.email, { cause: 'policy', checkOnly: true });
    const { rows } = await sql<{ operation: string; outcome: string }>`
      select operation, outcome from audit_entry where operation in ('disableUser', 'suspendAccounts') order by id desc limit 2`.execute(
      db(),
    );
    expect(rows).toEqual([
      { operation: 'suspendAccounts', outcome: 'checked' },
      { operation: 'disableUser', outcome: 'checked' },
    ]);
    const { body } = await app.root.get<{ items: object[] }>(
      '/logView?operation=disableUser&outcome=checked',
    );
    expect(body.items).toHaveLength(1);
    const doneByRoot = async (client: TestClient, path: string) =>
      (await client.get<{ items: { by: string }[] }>(path)).body.items.filter(
        ({ by }) => by === app.root.email,
      ).length;
    expect(await doneByRoot(app.root, `/users/${client.userId}/history`)).toBe(0);
    expect(await doneByRoot(client, '/accountLog')).toBe(0);
    expect((await app.root.put(`/users/${client.userId}/disable`, {})).status).toBe(200);
    expect(await doneByRoot(app.root, `/users/${client.userId}/history`)).toBe(1);
  });
});

describe('terminating', () => {
  it('requires the number of accounts to be typed', async () => {
    const client = await app.signInAs('user');
    for (const count of [undefined, 0, 2]) {
      const body = {
        list: client.email,
        reason: 'a test of batches',
        checkOnly: false,
        ...(count === undefined ? {} : { count }),
      };
      const answer = await app.root.post<{ errors: { key: string }[] }>('/terminateAccounts', body);
      expect([answer.status, answer.body.errors[0]?.key]).toEqual([422, 'count']);
    }
    expect(await stateOf(client.userId)).toMatchObject({ state: 'Ok', enabled: true });
    expect((await order('/terminateAccounts', client.email, { checkOnly: true })).good).toBe(1);
  });

  it('is rejected in a session whose password was entered too long ago', async () => {
    const client = await app.signInAs('user');
    const admin = await app.signInAs('siteAdmin');
    await app.portal.services.database.db
      .updateTable('session')
      .set({ proved_at: null })
      .where('user_id', '=', admin.userId)
      .execute();
    const body = { list: client.email, reason: 'a test of batches', checkOnly: false, count: 1 };
    const answer = await admin.post<{ errors: { code: number }[] }>('/terminateAccounts', body);
    expect([answer.status, answer.body.errors[0]?.code], answer.text).toEqual([
      403,
      code.proofNeeded,
    ]);
    expect(await stateOf(client.userId)).toMatchObject({ state: 'Ok', enabled: true });
  });

  it('locks and disables accounts, puts their servers into the Trash, and can be undone completely', async () => {
    const client = await app.signInAs('user');
    const server = await makeServer(client);
    const { batchId } = await order('/terminateAccounts', client.email, { count: 1 });
    expect(await stateOf(client.userId)).toMatchObject({ state: 'Locked', enabled: false });
    expect(codes(await client.get('/servers'))).toEqual([57]);
    await expect.poll(async () => (await powerOf(server)).status, { timeout: 15_000 }).toBe('bin');
    await undo(batchId);
    expect(await stateOf(client.userId)).toMatchObject({ state: 'Ok', enabled: true });
    await expect
      .poll(async () => (await powerOf(server)).status, { timeout: 15_000 })
      .toBe('ready');
  }, 60_000);
});

describe('deposit requests', () => {
  it('set the billing profile, report that deposits can’t be paid yet, and can be undone', async () => {
    const check = await order('/forceDepositAccounts', other.email, { checkOnly: true });
    expect(check.lines[0]?.effects).toEqual([
      'Not Set → Requires Deposit - Lock',
      expect.stringContaining('until a deposit is paid'),
    ]);
    const { batchId } = await order('/forceDepositAccounts', other.email);
    expect(await stateOf(other.userId)).toMatchObject({ billing: 9, state: 'Ok' });
    const second = await app.root.post('/forceDepositAccounts', {
      list: other.email,
      reason: 'once more',
      checkOnly: false,
    });
    expect(codes(second)).toEqual([1921]);
    await undo(batchId);
    expect(await stateOf(other.userId)).toMatchObject({ billing: 0 });
  });

  it.each([-1, 1, 3, 5, 7])(
    'for a profile in state %i restore that state when undone',
    async (billing) => {
      const client = await app.signInAs('user');
      await sql`update user_account set billing_state = ${billing} where id = ${client.userId}`.execute(
        db(),
      );
      const { batchId } = await order('/forceDepositAccounts', client.email);
      expect(await stateOf(client.userId)).toMatchObject({ billing: 9 });
      await undo(batchId);
      expect(await stateOf(client.userId)).toMatchObject({ billing });
    },
  );
});

describe('permissions', () => {
  it('deny customers, and limit site administrators to their own site tree', async () => {
    for (const path of [
      '/suspendAccounts',
      '/resumeAccounts',
      '/terminateAccounts',
      '/forceDepositAccounts',
      '/migrateServices',
    ])
      expect((await owner.post(path, {})).status).toBe(403);
    const siteId = await app.makeSite('Reseller');
    const admin = await app.signInAs('siteAdmin');
    await sql`update user_account set site_id = ${siteId} where id = ${admin.userId}`.execute(db());
    const list = [owner.email, outsider.id, app.root.email, admin.email].join('\n');
    const answer = await order(
      '/suspendAccounts',
      list,
      { cause: 'policy', checkOnly: true },
      admin,
    );
    expect(answer.lines.map(({ problem, email }) => [problem, email])).toEqual([
      ['This account doesn’t exist.', null],
      ['This account doesn’t exist.', null],
      ['This account doesn’t exist.', null],
      ['This is your own account.', admin.email],
    ]);
    const mine = await order('/resumeAccounts', owner.email, { checkOnly: true });
    expect(mine.lines[0]?.problem).toContain('isn’t possible');
    const otherBatch = await order('/suspendAccounts', other.email, { cause: 'policy' });
    expect((await admin.get(`/accountBatches/${otherBatch.batchId}`)).status).toBe(404);
    expect((await admin.post(`/accountBatches/${otherBatch.batchId}/undo`)).status).toBe(404);
    await undo(otherBatch.batchId);
  });

  it('don’t let an administrator of the root site change a root account', async () => {
    const admin = await app.signInAs('siteAdmin');
    const { lines } = await order('/terminateAccounts', app.root.email, { checkOnly: true }, admin);
    expect(lines[0]?.problem).toBe('This account has permissions that you don’t have.');
  });

  it('an empty list and one of more than 1,000 are rejected', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => `a${index}@example.test`).join('\n');
    for (const list of [',\n;', many])
      expect(
        codes(await app.root.post('/resumeAccounts', { list, reason: 'none', checkOnly: true })),
      ).toEqual([1921]);
  });
});

describe('transferring services', () => {
  interface Moved {
    moved: number;
    servers: { id: string; problem: string | null }[];
  }
  const openSpans = async (server: string) =>
    (
      await sql<{
        owner: string;
      }>`select distinct owner_id as owner from span where subject_id = ${server} and to_at is null`.execute(
        db(),
      )
    ).rows;

  it('changes nothing in a dry run, and then changes owner and billed account while earlier cost stays with the previous one', async () => {
    const [source, receiver] = [await app.signInAs('user'), await app.signInAs('user')];
    const server = await makeServer(source);
    // Usage spans that start and end within the same second are dropped, so wait until this one is
    // older.
    const isOverSecondOld = async () =>
      (
        await sql<{
          old: boolean;
        }>`select bool_and(from_at < now() - interval '1 second') as old from span where subject_id = ${server}`.execute(
          db(),
        )
      ).rows[0]?.old;
    await expect.poll(isOverSecondOld, { timeout: 5_000, interval: 50 }).toBe(true);
    const body = { from: source.email, to: receiver.userId };
    const check = (await app.root.post<Moved>('/migrateServices', { ...body, checkOnly: true }))
      .body;
    expect(check).toMatchObject({ moved: 0, servers: [{ id: server, problem: null }] });
    expect(await openSpans(server)).toEqual([{ owner: source.userId }]);
    expect((await source.get(`/servers/${server}`)).status).toBe(200);
    expect(
      (await app.root.post<Moved>('/migrateServices', { ...body, checkOnly: false })).body.moved,
    ).toBe(1);
    expect((await source.get(`/servers/${server}`)).status).toBe(404);
    expect((await receiver.get(`/servers/${server}`)).status).toBe(200);
    expect(await openSpans(server)).toEqual([{ owner: receiver.userId }]);
    const closed =
      await sql`select 1 from span where subject_id = ${server} and owner_id = ${source.userId} and to_at is not null`.execute(
        db(),
      );
    expect(closed.rows.length).toBeGreaterThan(0);
  }, 60_000);

  it('reports a name conflict in the dry run, and then rejects the whole transfer', async () => {
    const [source, receiver] = [await app.signInAs('user'), await app.signInAs('user')];
    const [same, movableServer] = [await makeServer(source, 'same-name'), await makeServer(source)];
    await makeServer(receiver, 'Same-Name');
    const body = { from: source.userId, to: receiver.userId };
    const check = (await app.root.post<Moved>('/migrateServices', { ...body, checkOnly: true }))
      .body;
    expect(new Map(check.servers.map(({ id, problem }) => [id, problem]))).toEqual(
      new Map([
        [same, expect.stringContaining('same-name')],
        [movableServer, null],
      ]),
    );
    expect(codes(await app.root.post('/migrateServices', { ...body, checkOnly: false }))).toEqual([
      1102,
    ]);
    expect((await source.get(`/servers/${movableServer}`)).status).toBe(200);
    const one = await app.root.post<Moved>('/migrateServices', {
      ...body,
      serverIds: [movableServer],
      checkOnly: false,
    });
    expect(one.body.moved).toBe(1);
  }, 60_000);

  it('is rejected between sites, to the same account, to a suspended user, and for another user’s services', async () => {
    const server = await makeServer(recipient);
    const move = (from: string, to: string, more = {}) =>
      app.root.post('/migrateServices', { from, to, checkOnly: true, ...more });
    expect(codes(await move(recipient.email, outsider.email))).toEqual([1922]);
    expect(codes(await move(recipient.email, recipient.userId))).toEqual([1922]);
    expect(codes(await move(other.email, recipient.email))).toEqual([1922]);
    expect((await move(recipient.email, 'nobody@example.test')).status).toBe(404);
    expect((await move(other.email, recipient.email, { serverIds: [server] })).status).toBe(404);
    await order('/suspendAccounts', other.email, { cause: 'billing' });
    expect(codes(await move(recipient.email, other.email))).toEqual([1922]);
    await order('/resumeAccounts', other.email);
  }, 60_000);
});

it('an account that owns a server can’t be deleted until the server is gone', async () => {
  const client = await app.signInAs('user');
  const server = await makeServer(client);
  expect((await app.root.get(`/users/${client.userId}/deletion`)).body).toMatchObject({
    servers: [{ id: server }],
    problem: expect.stringContaining('owns 1 server'),
  });
  expect(codes(await app.root.delete(`/users/${client.userId}`))).toEqual([1905]);
  const deletion = await client.delete<{ cmdId: number }>(`/servers/${server}`);
  await waitForTask(deletion.body.cmdId);
  expect((await app.root.delete(`/users/${client.userId}`)).status).toBe(200);
}, 60_000);

it('a user who moves to another site keeps their servers, at the new site’s prices', async () => {
  const client = await app.signInAs('user');
  const server = await makeServer(client);
  const siteId = await app.makeSite('Third');
  expect(
    (await app.root.put(`/users/${client.userId}/place`, { siteId, parentId: null })).status,
  ).toBe(200);
  const { rows } = await sql<{
    site: string;
  }>`select site_id as site from server where id = ${server}`.execute(db());
  expect(rows).toEqual([{ site: siteId }]);
  const spans = await sql<{
    site: string;
  }>`select distinct site_id as site from span where subject_id = ${server} and to_at is null`.execute(
    db(),
  );
  expect(spans.rows).toEqual([{ site: siteId }]);
}, 60_000);
