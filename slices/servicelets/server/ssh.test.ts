import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EngineError } from '../../../drivers/compute/port.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { guestPassword, guestUser, SshGuest } from '../../consoles/server/testing/sshGuest.ts';
import { endOf, errorsOf, makeServer } from './testing/makeServer.ts';

let app: TestApp;
let owner: TestClient;
let serverId: string;
let guest: SshGuest;
const homes: string[] = [];

interface Item {
  id: string;
  state: string;
  by: string;
  ssh: { user: string; port: number } | null;
  exitCode: number | null;
  problem: string | null;
  problemCode: number | null;
  output: string;
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  serverId = await makeServer(owner);
  guest = await SshGuest.start();
  guest.home = mkdtempSync(join(tmpdir(), 'cloudberth-home-'));
  homes.push(guest.home);
  answers();
}, 60_000);
afterAll(async () => {
  await guest?.stop();
  await app?.close();
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

/** The simulated engine reaches a real SSH server in the place of its guests. */
const answers = () => {
  app.portal.services.engines.get('simulated').openTcp = () => guest.openTcp();
};
const db = () => app.portal.services.database.db;
const byPassword = { user: guestUser, password: guestPassword };
const path = (server = serverId) => `/servers/${server}/servicelets`;
const run = async (script: string, ssh: object = byPassword, more: object = {}, server = serverId) => {
  const answer = await owner.post<{ id: string; cmdId: number }>(path(server), { script, ssh, ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const read = async (id: string, server = serverId) => (await owner.get<Item>(`${path(server)}/${id}`)).body;
const ends = async (script: string, ssh?: object, more?: object, server = serverId) => {
  const { id, cmdId } = await run(script, ssh, more, server);
  await endOf(owner, cmdId);
  return await read(id, server);
};
/** What lies in the home of who signed in that belongs to the run. */
const leftOf = (id: string) => readdirSync(guest.home ?? '', { recursive: true }).filter((name) => String(name).includes(id));
const isRunning = (words: string): boolean =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => commandOf(pid) === words);
const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').replaceAll('\0', ' ');
  } catch {
    return ''; // it has ended meanwhile
  }
};

describe('a command by SSH', () => {
  afterEach(() => {
    guest.greeting = '';
    answers();
  });

  it('runs as who signed in, in his home, over one connection, and leaves nothing behind', async () => {
    const before = guest.signIns;
    const done = await ends('echo "at home in $(pwd)"; sleep 1; echo wrong >&2; exit 7');
    expect(done).toMatchObject({ state: 'failed', by: 'ssh', ssh: { user: guestUser, port: 22 }, exitCode: 7, problem: null });
    expect(done.output).toBe(`at home in ${guest.home}\nwrong\n`);
    expect(guest.signIns).toBe(before + 1);
    expect(readdirSync(guest.home ?? '')).toEqual([]);
    const { body } = await owner.get<{ items: Item[]; by: string }>(path());
    expect(body).toMatchObject({ by: 'simulated', items: [{ by: 'ssh', ssh: { user: guestUser, port: 22 } }] });
  });

  it('signs in by key, is not misled by what the shell of the user prints, and reads everything', async () => {
    guest.greeting = 'Welcome, running\nended 0\n';
    const done = await ends(`#!/bin/sh\nprintf 'שלום it'"'"'s "%s"\\n' \\$HOME; seq 1 20000`, {
      user: guestUser,
      privateKey: guest.privateKey,
    });
    expect(done).toMatchObject({ state: 'done', exitCode: 0 });
    expect(done.output).toMatch(/^שלום it's "\$HOME"\n1\n2\n/);
    expect(done.output).toMatch(/\n19999\n20000\n$/);
  });

  it('goes on in the guest when the connection breaks, and is found again', async () => {
    const before = guest.signIns;
    const { id, cmdId } = await run('echo one; sleep 2; echo two');
    await vi.waitFor(async () => expect((await read(id)).output).toBe('one\n'), { timeout: 15_000, interval: 50 });
    guest.breakOff();
    expect(await endOf(owner, cmdId)).toBe(0);
    expect((await read(id)).output).toBe('one\ntwo\n');
    expect(guest.signIns).toBe(before + 2);
  });

  it('says so when it is cancelled and cannot be ended, because the guest lets nobody in any more', async () => {
    const { id, cmdId } = await run('echo began; sleep 4');
    await vi.waitFor(async () => expect((await read(id)).output).toBe('began\n'), { timeout: 15_000, interval: 50 });
    app.portal.services.engines.get('simulated').openTcp = () =>
      Promise.reject(new EngineError('simulated', 'unavailable', 'Nothing listens at port 22.'));
    expect((await owner.put(`${path()}/${id}/cancel`)).status).toBe(200);
    expect(await endOf(owner, cmdId)).toBe(2);
    expect(await read(id)).toMatchObject({
      state: 'cancelled',
      problem: expect.stringMatching(/may go on there: .*Nothing listens at port 22/),
    });
  });

  it.each([
    ['a wrong password', { password: 'Another_Password_1' }, 2606, 'tiny'],
    ['another user', { user: 'nobody' }, 2606, 'nobody'],
  ])('ends at once with %s', async (_what, change, code, words) => {
    const began = performance.now();
    const done = await ends('true', { ...byPassword, ...change });
    expect(done).toMatchObject({ state: 'failed', exitCode: null, problemCode: code, problem: expect.stringContaining(words) });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('ends at once when the guest shows another key than before, and when it takes no commands', async () => {
    await guest.reinstall();
    expect(await ends('true')).toMatchObject({ state: 'failed', problemCode: 2608, problem: expect.stringContaining('SHA256:') });
    expect((await owner.delete(`/servers/${serverId}/hostKeys/22`)).status).toBe(200);
    const { home } = guest;
    guest.home = null;
    expect(await ends('true')).toMatchObject({ state: 'failed', problem: expect.stringContaining('could not run it') });
    guest.home = home;
    expect(await ends('true')).toMatchObject({ state: 'done' });
  });

  it('in a server that is simulated says that nothing in it answers', async () => {
    Reflect.deleteProperty(app.portal.services.engines.get('simulated'), 'openTcp');
    expect(await ends('true')).toMatchObject({ state: 'failed', problemCode: 2951 });
  });
});

// They mostly wait: each in a server of its own, all at once.
describe.concurrent('a command by SSH that takes its time', () => {
  it('is ended with all its processes when it is cancelled', async () => {
    const server = await makeServer(owner);
    const { id, cmdId } = await run('echo began; sleep 54321 & sleep 54321', byPassword, {}, server);
    await vi.waitFor(async () => expect((await read(id, server)).output).toBe('began\n'), { timeout: 15_000, interval: 50 });
    expect(isRunning('sleep 54321')).toBe(true);
    expect((await owner.put(`${path(server)}/${id}/cancel`)).status).toBe(200);
    expect(await endOf(owner, cmdId)).toBe(2);
    expect((await read(id, server)).state).toBe('cancelled');
    expect(isRunning('sleep 54321')).toBe(false);
    expect(leftOf(id)).toEqual([]);
  });

  it('is ended with all its processes when it takes too long', async () => {
    const server = await makeServer(owner);
    const done = await ends('sleep 54322', byPassword, { timeoutSeconds: 5 }, server);
    expect(done).toMatchObject({ state: 'timedOut', by: 'ssh' });
    expect(isRunning('sleep 54322')).toBe(false);
    expect(leftOf(done.id)).toEqual([]);
  });

  it('waits while nothing answers at the port, and says where', async () => {
    const server = await makeServer(owner);
    let asked = 0;
    app.portal.services.engines.get('simulated').openTcp = async (id, port) => {
      if (id !== server) return guest.openTcp();
      asked += 1;
      if (asked > 1) return guest.openTcp();
      throw new EngineError('simulated', 'unavailable', `Port ${port} does not answer.`);
    };
    const { id, cmdId } = await run('echo at last', { ...byPassword, port: 2222 }, {}, server);
    expect(await endOf(owner, cmdId)).toBe(0);
    expect(asked).toBe(2);
    expect(await read(id, server)).toMatchObject({ output: 'at last\n', ssh: { port: 2222 } });
    const { log } = (await owner.get<{ log: { entry: string }[] }>(`/queue/command/${cmdId}`)).body;
    expect(log.map(({ entry }) => entry)).toContainEqual(expect.stringContaining('port 2222'));
  });
});

describe('what somebody signs in with', () => {
  const password = 'Canary_Password_7';

  it('is sealed while it waits, and gone when it has ended, however that was', async () => {
    const first = await run('sleep 1');
    const { id, cmdId } = await run('echo never', { user: guestUser, password });
    const kept = async () =>
      (await sql<{ environment: Buffer | null }>`select environment from servicelet where id = ${id}`.execute(db())).rows[0]?.environment;
    expect((await kept())?.includes(password)).toBe(false);
    expect(await kept()).not.toBeNull();
    await endOf(owner, first.cmdId);
    await endOf(owner, cmdId);
    expect((await read(id)).problemCode).toBe(2606);
    expect(await kept()).toBeNull();
  });

  it('is unreadable in what is printed, and stands in no answer, no log and no table', async () => {
    const key = guest.privateKey;
    const lines = key.split('\n');
    const shown = await ends(`cat <<'END'\n${guestPassword}\n${key}\nEND`);
    expect(shown.output).toContain(lines[1]);
    expect(shown.output).not.toContain(guestPassword);
    const masked = await ends(`cat <<'END'\n${key.replaceAll('\n', '\r\n')}\nEND`, { user: guestUser, privateKey: key });
    for (const line of lines.filter((one) => one.length > 5 && !one.startsWith('-----'))) expect(masked.output).not.toContain(line);
    await ends('true', { user: guestUser, password });
    const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db());
    for (const { name } of tables) {
      const { rows } = await sql<{ found: number }>`
        select count(*)::int as found from ${sql.table(name)} t where t::text like ${`%${password}%`}`.execute(db());
      expect(rows[0]?.found, name).toBe(0);
    }
    expect((await owner.get(path())).text).not.toContain(password);
  });

  it.each([
    ['no user', { user: '', password }, [[1000, 'ssh.user']]],
    ['neither password nor key', { user: 'me' }, [[1000, 'ssh.password']]],
    ['both', { user: 'me', password, privateKey: 'x' }, [[1000, 'ssh.password']]],
    ['a passphrase for nothing', { user: 'me', password, passphrase: 'x' }, [[1000, 'ssh.passphrase']]],
    ['a port that is none', { user: 'me', password, port: 0 }, [[1000, 'ssh.port']]],
    ['a key that is none', { user: 'me', privateKey: 'no key' }, [[2607, 'ssh.privateKey']]],
    ['a field more', { user: 'me', password, host: 'elsewhere' }, [[1000, 'ssh.host']]],
  ])('is refused with %s, naming the field', async (_what, ssh, errors) => {
    const answer = await owner.post(path(), { script: 'true', ssh });
    expect(errorsOf(answer)).toEqual(errors);
    expect(answer.text).not.toContain(password);
  });
});
