import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../../server/platform/audit/audit.ts';
import { closeReason } from '../../../../server/platform/http/responses/closeReason.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { makeGroup, makeServer } from '../../../people/groups/server/testing/fixtures.ts';
import { finishInterruptedRecordings, purgeRecordings } from './jobs.ts';
import { guestPassword, guestUser, SshGuest } from './testing/sshGuest.ts';
import { type ConsoleAddress, ConsoleVisitor } from './testing/visitor.ts';

let app: TestApp;
let owner: TestClient;
let otherUser: TestClient;
let serverId: string;
let guest: SshGuest;
const size = { columns: 100, rows: 30 };
const signIn = { user: guestUser, password: guestPassword, ...size };
const prompt = '(simulated)$';
/** The portal checks every two seconds. */
const timeoutMs = 6_000;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  otherUser = await app.signInAs('user');
  serverId = await makeServer(owner, 'console-1');
  guest = await SshGuest.start();
  app.portal.services.engines.get('simulated').openTcp = () => guest.openTcp();
}, 90_000);
afterAll(async () => {
  await guest?.stop();
  await app?.close();
});

const set = async (id: string, value: unknown) => {
  const answer = await app.root.put(`/settings/consoles.${id}`, { value });
  expect(answer.status, answer.text).toBe(200);
};
const db = () => app.portal.services.database.db;
const system = async () =>
  systemContext(app.portal.services, {
    site: await app.portal.sites.forHost(''),
    log: app.portal.app.log as never,
  });

interface Recording {
  id: string;
  state: string;
  by: string;
  kind: string;
  durationMs: number;
  bytes: number;
  sha256: string;
  hasInput: boolean;
  check?: string;
}
const recordings = async (client = owner) =>
  (await client.get<{ items: Recording[] }>(`/servers/${serverId}/recordings`)).body.items;
const newest = async () => {
  await expect
    .poll(async () => (await recordings())[0]?.state, { timeout: 10_000 })
    .not.toBe('running');
  return (await recordings())[0] as Recording;
};
const fileOf = async (id: string) => {
  const { rows } = await sql<{
    file: string;
  }>`select file from console_recording where id = ${id}`.execute(db());
  return join(app.portal.services.config.dataDir, 'recordings', rows[0]?.file ?? '');
};

/** Opens the serial console, types a line and disconnects. */
async function typeInConsole(client = owner, input = 'hello'): Promise<void> {
  const visitor = await ConsoleVisitor.open(client, serverId, { kind: 'serial' });
  await visitor.shows(prompt);
  visitor.type(`${input}\r`);
  await visitor.shows(`${input}\r\n${input}`);
  await visitor.leave();
}

describe('a console', () => {
  it('accepts its ticket once and only from its owner', async () => {
    const { body } = await owner.post<ConsoleAddress>(`/servers/${serverId}/console`, {
      kind: 'serial',
    });
    expect(body.recorded).toBe('none');
    const first = new ConsoleVisitor(app.address, body.path);
    await first.shows(prompt);
    const second = await new ConsoleVisitor(app.address, body.path).ends();
    expect(second.ended?.code).toBe(4403);
    await first.leave();
    expect(
      (await new ConsoleVisitor(app.address, `/svc/consoles/${'x'.repeat(43)}`).ends()).ended?.code,
    ).toBe(4403);
  });

  it('gives the reason for closing in Hebrew, within the size limit of a close frame', async () => {
    const visitor = new ConsoleVisitor(app.address, `/svc/consoles/${'y'.repeat(43)}`, {
      'accept-language': 'he',
    });
    const reason = (await visitor.ends()).ended?.reason ?? '';
    expect(reason).toMatch(/^[\u0590-\u05ff ]+/);
    expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123);
    const long = closeReason('שלום '.repeat(50));
    expect(long).toMatch(/…$/);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(123);
  });

  it('closes when its server is turned off', async () => {
    const id = await makeServer(owner, 'console-2');
    const visitor = await (await ConsoleVisitor.open(owner, id, { kind: 'serial' })).shows(prompt);
    expect((await owner.put(`/servers/${id}/power`, { state: 'off' })).status).toBe(200);
    await visitor.ends(30_000);
    const { body } = await owner.post(`/servers/${id}/console`, { kind: 'serial' });
    expect([1101, 1501]).toContain(body.code?.[0]);
  });

  it('is limited to twenty per user', async () => {
    const visitors: ConsoleVisitor[] = [];
    for (let count = 0; count < 20; count++)
      visitors.push(
        await (await ConsoleVisitor.open(owner, serverId, { kind: 'serial' })).shows(prompt),
      );
    const one = await (await ConsoleVisitor.open(owner, serverId, { kind: 'serial' })).ends();
    expect(one.ended).toMatchObject({ code: 4429, reason: expect.stringContaining('20') });
    await Promise.all(visitors.map((visitor) => visitor.leave()));
    await (
      await (await ConsoleVisitor.open(owner, serverId, { kind: 'serial' })).shows(prompt)
    ).leave();
  });

  it('rejects an invalid field by name, and isn’t found by other users', async () => {
    for (const [body, key] of [
      [{ kind: 'telnet' }, 'kind'],
      [{ kind: 'ssh', port: 0 }, 'port'],
      [{ kind: 'ssh', port: 65_536 }, 'port'],
      [{ kind: 'ssh', port: '22' }, 'port'],
    ] as const)
      expect((await owner.post(`/servers/${serverId}/console`, body)).body.errors?.[0]?.key).toBe(
        key,
      );
    for (const path of [
      `/servers/${serverId}/connect`,
      `/servers/${serverId}/recordings`,
      `/servers/${serverId}/screenshot`,
    ])
      expect((await otherUser.get(path)).status, path).toBe(404);
    expect((await otherUser.post(`/servers/${serverId}/console`, { kind: 'serial' })).status).toBe(
      404,
    );
    expect((await otherUser.delete(`/servers/${serverId}/hostKeys/22`)).status).toBe(404);
  });

  it('lists the available consoles, and how to enable missing ones', async () => {
    await set('guacdPort', 1);
    const { body } = await owner.get<{
      kinds: { kind: string; reason: string | null; port: number | null }[];
    }>(`/servers/${serverId}/connect`);
    expect(body.kinds.map(({ kind, port }) => [kind, port])).toEqual([
      ['serial', null],
      ['ssh', 22],
      ['rdp', 3389],
      ['guestVnc', 5900],
    ]);
    expect(
      body.kinds.map(({ reason }) => reason?.includes('apt-get install guacd') ?? null),
    ).toEqual([null, null, true, true]);
    const rejected = await owner.post(`/servers/${serverId}/console`, { kind: 'rdp' });
    expect(rejected).toMatchObject({ status: 503, body: { code: [2600] } });
    expect(rejected.text).toContain('127.0.0.1:1');
  });
});

// These tests mostly wait for the portal's next check, so they run concurrently.
describe.concurrent('a console closes within seconds', () => {
  const seesPrompt = async (client: TestClient) =>
    (await ConsoleVisitor.open(client, serverId, { kind: 'serial' })).shows(prompt);
  it('when its user signs out', async () => {
    const user = await app.signInAs('siteAdmin');
    const visitor = await seesPrompt(user);
    const sshVisitor = await ConsoleVisitor.open(
      user,
      await makeServer(owner, 'console-ssh'),
      { kind: 'ssh' },
      signIn,
    );
    await sshVisitor.shows('welcome');
    await user.get('/logout');
    expect((await visitor.ends(timeoutMs)).ended?.code).toBe(4401);
    expect((await sshVisitor.ends(timeoutMs)).reasonCode).toBe(2601);
  });

  it('when its user’s session is ended elsewhere, while another session of the same user stays open', async () => {
    const user = await app.signInAs('siteAdmin');
    const other = app.anonymous();
    await other.signIn(user.email, 'A_right_password_1');
    const [visitor, otherVisitor] = [await seesPrompt(user), await seesPrompt(other)];
    await sql`update session set ended_at = now(), end_reason = 'disconnected' where id_hash =
      (select id_hash from session where user_id = ${user.userId} order by created_at limit 1)`.execute(
      db(),
    );
    expect((await visitor.ends(timeoutMs)).ended?.code).toBe(4401);
    expect(otherVisitor.ended).toBeNull();
    await otherVisitor.leave();
  });

  it.each([
    ['is suspended', { account_state: 'Suspended-Policy' }, 4403],
    ['is locked', { account_state: 'Locked' }, 4403],
    ['is disabled', { is_enabled: false }, 4401],
  ])('when its account %s', async (_case, change, code) => {
    const user = await app.signInAs('siteAdmin');
    const visitor = await seesPrompt(user);
    await db().updateTable('user_account').set(change).where('id', '=', user.userId).execute();
    expect((await visitor.ends(timeoutMs)).ended?.code).toBe(code);
  });

  describe('opened while acting for another user', () => {
    const startActing = async () => {
      const [operator, customer] = [await app.signInAs('siteAdmin'), await app.signInAs('user')];
      const id = await makeServer(customer, `acted-${customer.userId.slice(0, 8)}`);
      const answer = await operator.post(`/users/${customer.userId}/actFor`, {
        reason: 'a good reason',
        minutes: 10,
        mayChange: true,
      });
      expect(answer.status, answer.text).toBe(200);
      const visitor = await (await ConsoleVisitor.open(operator, id, { kind: 'serial' })).shows(
        prompt,
      );
      return { operator, customer, visitor };
    };
    const change = (
      userId: string,
      values: { role?: 'user' | 'billingAdmin'; is_enabled?: boolean },
    ) => db().updateTable('user_account').set(values).where('id', '=', userId).execute();
    it('when that user stops acting', async () => {
      const { operator, visitor } = await startActing();
      await operator.post('/users/stopActing', undefined);
      expect((await visitor.ends(timeoutMs)).ended?.code).toBe(4401);
    });
    it('when the time limit is reached', async () => {
      const { customer, visitor } = await startActing();
      await sql`update session set acting_until = now() where acting_for = ${customer.userId}`.execute(
        db(),
      );
      expect((await visitor.ends(timeoutMs)).ended?.code).toBe(4401);
    });
    it('when the acting user loses the role', async () => {
      const { operator, visitor } = await startActing();
      await change(operator.userId, { role: 'user' });
      expect((await visitor.ends(timeoutMs)).ended?.code).toBe(4401);
    });
    it('when the acting user is disabled', async () => {
      const { operator, visitor } = await startActing();
      await change(operator.userId, { is_enabled: false });
      expect((await visitor.ends(timeoutMs)).ended?.code).toBe(4401);
    });
    it('when the account gets more rights than the acting user has', async () => {
      const { customer, visitor } = await startActing();
      await change(customer.userId, { role: 'billingAdmin' });
      expect((await visitor.ends(timeoutMs)).ended?.code).toBe(4401);
    });
  });

  it('when the right granted by a group is revoked', async () => {
    const subAccount = await app.signInAs('user', { parentId: owner.userId });
    const groupId = await makeGroup(owner, {
      members: [subAccount.userId],
      right: 'operate',
      servers: [serverId],
    });
    const visitor = await seesPrompt(subAccount);
    await owner.delete(`/groups/${groupId}`);
    expect((await visitor.ends(timeoutMs)).ended?.code).toBe(4403);
  });
});

describe('a recorded console', () => {
  beforeAll(() => set('record', 'text'));
  afterAll(() => set('record', 'off'));

  it('is announced to its user, saved unchanged, and linked into the audit chain', async () => {
    const { body } = await owner.post<ConsoleAddress>(`/servers/${serverId}/console`, {
      kind: 'serial',
    });
    expect(body.recorded).toBe('output');
    await typeInConsole();
    const item = await newest();
    expect(item).toMatchObject({ state: 'kept', kind: 'serial', by: owner.email, hasInput: false });
    const { body: one } = await owner.get<Recording>(`/recordings/${item.id}`);
    expect(one).toMatchObject({ check: 'intact', bytes: item.bytes });
    const { text, headers } = await owner.get(`/recordings/${item.id}/content?download=true`);
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="console-1-[\dT-]+\.cast"$/,
    );
    const [header, ...events] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [number, string, string]);
    expect(header).toMatchObject({ version: 2 });
    expect(events.map(([, kind]) => kind)).not.toContain('i');
    expect(events.map(([, , output]) => output).join('')).toContain('hello\r\nhello');
    expect(events.every(([at], index) => at >= (events[index - 1]?.[0] ?? 0))).toBe(true);
    const { rows } = await sql<{ operation: string; detail: { sha256?: string } }>`
      select operation, detail from audit_entry where target_id = ${serverId} and detail->>'recording' = ${item.id} order by id`.execute(
      db(),
    );
    expect(rows.map(({ operation }) => operation)).toEqual(['consoles.record', 'consoles.replay']);
    expect(rows[0]?.detail.sha256).toBe(item.sha256);
    expect((await verifyAudit(db())).firstBroken).toBeNull();
  });

  it('contains keystrokes only if the site enables this', async () => {
    await set('recordInput', true);
    await typeInConsole(owner, 'typed');
    await set('recordInput', false);
    const item = await newest();
    expect(item.hasInput).toBe(true);
    expect((await owner.get(`/recordings/${item.id}/content`)).text).toContain('"i","typed\\r"');
  });

  it('detects a change of one byte in its file or its row', async () => {
    await typeInConsole();
    const { id } = await newest();
    const path = await fileOf(id);
    const content = await readFile(path);
    const readCheck = async () => (await owner.get<Recording>(`/recordings/${id}`)).body.check;
    content.writeUInt8(content.readUInt8(30) ^ 1, 30);
    await writeFile(path, content);
    expect(await readCheck()).toBe('changed');
    content.writeUInt8(content.readUInt8(30) ^ 1, 30);
    await writeFile(path, content);
    expect(await readCheck()).toBe('intact');
    await sql`update console_recording set sha256 = sha256('another'::bytea) where id = ${id}`.execute(
      db(),
    );
    expect(await readCheck()).toBe('changed');
    await rm(path);
    expect(await readCheck()).toBe('gone');
    expect((await owner.get(`/recordings/${id}/content`)).body.code).toEqual([2612]);
  });

  it('is visible to the owner and administrators, but not to users who later get access to the server or own it', async () => {
    await typeInConsole();
    const { id } = await newest();
    const admin = await app.signInAs('siteAdmin');
    expect((await admin.get(`/recordings/${id}`)).status).toBe(200);
    for (const path of [`/recordings/${id}`, `/recordings/${id}/content`])
      expect((await otherUser.get(path)).status, path).toBe(404);
    await sql`update server set owner_id = ${otherUser.userId} where id = ${serverId}`.execute(
      db(),
    );
    expect(await recordings(otherUser)).toEqual([]);
    expect((await otherUser.get(`/recordings/${id}`)).status).toBe(404);
    await sql`update server set owner_id = ${owner.userId} where id = ${serverId}`.execute(db());
  });

  it('can’t be played while it is running, and is finished after its process was killed', async () => {
    const visitor = await (await ConsoleVisitor.open(owner, serverId, { kind: 'serial' })).shows(
      prompt,
    );
    const [activeRecording] = await recordings();
    expect(activeRecording?.state).toBe('running');
    expect((await owner.get(`/recordings/${activeRecording?.id}/content`)).body.code).toEqual([
      2613,
    ]);
    await visitor.leave();
    const { id } = await newest();
    await sql`update console_recording set state = 'running', ended_at = null, seen_at = now() - interval '6 minutes' where id = ${id}`.execute(
      db(),
    );
    await finishInterruptedRecordings(await system());
    expect((await recordings())[0]).toMatchObject({ id, state: 'cut' });
  });

  it('closes when recording fails', async () => {
    const { dataDir } = app.portal.services.config;
    await rm(join(dataDir, 'recordings'), { recursive: true, force: true });
    await writeFile(join(dataDir, 'recordings'), 'no folder');
    const visitor = await (await ConsoleVisitor.open(owner, serverId, { kind: 'serial' })).ends();
    expect(visitor.ended?.code).toBe(4503);
    await rm(join(dataDir, 'recordings'));
  });

  it('is deleted with its file after the site’s retention period', async () => {
    await typeInConsole();
    const { id } = await newest();
    const path = await fileOf(id);
    await set('recordKeepDays', 3);
    await sql`update console_recording set ended_at = now() - interval '2 days' where id = ${id}`.execute(
      db(),
    );
    await purgeRecordings(await system());
    expect((await recordings()).map((item) => item.id)).toContain(id);
    await sql`update console_recording set ended_at = now() - interval '4 days' where id = ${id}`.execute(
      db(),
    );
    await purgeRecordings(await system());
    expect((await recordings()).map((item) => item.id)).not.toContain(id);
    await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('SSH in the browser', () => {
  const openSsh = (first: unknown = signIn) =>
    ConsoleVisitor.open(owner, serverId, { kind: 'ssh' }, first);
  const signInSucceeds = async (first?: unknown) => (await openSsh(first)).shows('welcome');

  afterEach(() => {
    guest.asksByDialogue = false;
  });

  it('signs in with a password, follows the terminal size, and ends with the shell', async () => {
    const visitor = await signInSucceeds();
    visitor.type('size');
    await visitor.shows('size 100x30');
    visitor.say({ columns: 90, rows: 20 });
    visitor.type('size');
    await visitor.shows('size 90x20');
    visitor.type('exit');
    expect((await visitor.ends()).ended?.code).toBe(1000);
  });

  it('signs in with a key, and with a keyboard-interactive password', async () => {
    await (
      await signInSucceeds({ user: guestUser, privateKey: guest.privateKey, ...size })
    ).leave();
    guest.asksByDialogue = true;
    await (await signInSucceeds()).leave();
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, 2606],
    ['another user', { user: 'nobody' }, 2606],
    ['an invalid key', { password: undefined, privateKey: 'no key' }, 2607],
    ['no user', { user: '' }, 1000],
    ['a terminal without width', { columns: 0 }, 1000],
    ['a field more', { command: 'id' }, 1000],
  ])('rejects %s with a readable message', async (_case, change, code) => {
    const visitor = await (await openSsh({ ...signIn, ...change })).ends();
    expect(visitor.reasonCode).toBe(code);
    expect(visitor.ended?.reason).not.toBe('');
  });

  it.each(['{', '[]', '"text"', '1'])('rejects first frames such as %s', async (frame) => {
    expect((await (await openSsh(frame)).ends()).reasonCode).toBe(1000);
  });

  it('remembers the guest’s host key, rejects a different one, and accepts it after the first was removed', async () => {
    await (await signInSucceeds()).leave();
    const keys = async () =>
      (
        await owner.get<{ hostKeys: { fingerprint: string; by: string }[] }>(
          `/servers/${serverId}/connect`,
        )
      ).body.hostKeys;
    const [hostKey] = await keys();
    expect(hostKey).toMatchObject({
      fingerprint: expect.stringMatching(/^SHA256:[\w+/]{43}$/),
      by: owner.email,
    });
    await guest.reinstall();
    const rejected = await (await openSsh()).ends();
    expect(rejected.reasonCode).toBe(2608);
    expect(rejected.shown).toBe('');
    expect((await owner.delete(`/servers/${serverId}/hostKeys/22`)).status).toBe(200);
    const visitor = await signInSucceeds();
    expect(visitor.told.find(({ at }) => at === 'hostKey')).toMatchObject({ isNew: true });
    await visitor.leave();
    expect((await keys())[0]?.fingerprint).not.toBe(hostKey?.fingerprint);
    expect((await owner.delete(`/servers/${serverId}/hostKeys/23`)).status).toBe(404);
  });

  it('stores neither the password nor the key', async () => {
    await set('record', 'all');
    await set('recordInput', true);
    await (await signInSucceeds()).leave();
    await (
      await signInSucceeds({ user: guestUser, privateKey: guest.privateKey, ...size })
    ).leave();
    await set('recordInput', false);
    await set('record', 'off');
    const { id } = await newest();
    expect((await readFile(await fileOf(id))).toString()).not.toContain('PRIVATE KEY');
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from audit_entry where detail::text like ${`%${guestPassword}%`} or detail::text like '%PRIVATE KEY%'`.execute(
      db(),
    );
    expect(rows[0]?.found).toBe(0);
  });

  it('reports a host that doesn’t respond', async () => {
    const engine = app.portal.services.engines.get('simulated');
    const { EngineError } = await import('../../../../drivers/compute/port.ts');
    engine.openTcp = () =>
      Promise.reject(new EngineError('simulated', 'unavailable', 'Nothing listens at port 22.'));
    expect((await (await openSsh()).ends()).reasonCode).toBe(2605);
    engine.openTcp = () => guest.openTcp();
  });
});
