import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, assert, beforeAll, describe, expect, it, vi } from 'vitest';
import { EngineError } from '../../../../drivers/compute/port.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { guestPassword, guestUser, SshGuest } from '../../consoles/server/testing/sshGuest.ts';
import { endOf, errorsOf, makeServer } from './testing/makeServer.ts';

let app: TestApp;
let owner: TestClient;
const guests: SshGuest[] = [];
/** Connects ports of simulated servers to real SSH servers that act as their guests. */
const tcpOpeners = new Map<string, (port: number) => ReturnType<SshGuest['openTcp']>>();

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
  app.portal.services.engines.get('simulated').openTcp = (id, port) =>
    tcpOpeners.get(id)?.(port) ?? Promise.reject(connectionRefused(port));
}, 60_000);
afterAll(async () => {
  await Promise.all(guests.map((guest) => guest.stop()));
  await app?.close();
  for (const { home } of guests) if (home) rmSync(home, { recursive: true, force: true });
});

const connectionRefused = (port: number) =>
  new EngineError('simulated', 'unavailable', `Nothing listens at port ${port}.`);

interface SshSetup {
  server: string;
  guest: SshGuest;
}
/** Creates a server with its own SSH guest. */
async function makePlace(): Promise<SshSetup> {
  const [server, guest] = await Promise.all([makeServer(owner), SshGuest.start()]);
  guest.home = mkdtempSync(join(tmpdir(), 'cloudberth-home-'));
  guests.push(guest);
  tcpOpeners.set(server, () => guest.openTcp());
  return { server, guest };
}

const db = () => app.portal.services.database.db;
const password = 'Canary_Password_7';
const byPassword = { user: guestUser, password: guestPassword };
const path = (server: string) => `/servers/${server}/servicelets`;
async function run(
  { server }: SshSetup,
  script: string,
  ssh: object = byPassword,
  more: object = {},
) {
  const answer = await owner.post<{ id: string; cmdId: number }>(path(server), {
    script,
    ssh,
    ...more,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}
const read = async ({ server }: SshSetup, id: string) =>
  (await owner.get<Item>(`${path(server)}/${id}`)).body;
const runToEnd = async (setup: SshSetup, script: string, ssh?: object, more?: object) => {
  const { id, cmdId } = await run(setup, script, ssh, more);
  await endOf(owner, cmdId);
  return await read(setup, id);
};
const expectOutput = (setup: SshSetup, id: string, output: string) =>
  vi.waitFor(async () => assert.equal((await read(setup, id)).output, output), {
    timeout: 15_000,
    interval: 50,
  });
/** Files of the run in the home directory of the signed-in user. */
const leftoverFiles = ({ guest }: SshSetup, id: string) =>
  readdirSync(guest.home ?? '', { recursive: true }).filter((name) => String(name).includes(id));
const isRunning = (command: string): boolean =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => commandOf(pid) === command);
const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').replaceAll('\0', ' ');
  } catch {
    return ''; // The process has ended in the meantime
  }
};

// These tests spend most of their time waiting, so some run in parallel, each with its own server.
describe.concurrent('a command over SSH', () => {
  it('is stopped with all its processes when it takes too long', async ({ expect }) => {
    const setup = await makePlace();
    const done = await runToEnd(setup, 'sleep 54322', byPassword, { timeoutSeconds: 5 });
    expect(done).toMatchObject({ state: 'timedOut', by: 'ssh' });
    expect(isRunning('sleep 54322')).toBe(false);
    expect(leftoverFiles(setup, done.id)).toEqual([]);
  });

  it('continues in the guest when the connection is lost, and is resumed after reconnecting', async ({
    expect,
  }) => {
    const setup = await makePlace();
    const { id, cmdId } = await run(setup, 'echo one; sleep 2; echo two');
    await expectOutput(setup, id, 'one\n');
    setup.guest.breakOff();
    expect(await endOf(owner, cmdId)).toBe(0);
    expect((await read(setup, id)).output).toBe('one\ntwo\n');
    expect(setup.guest.signIns).toBe(2);
  });

  it('waits while the port doesn’t respond, and names the port', async ({ expect }) => {
    const setup = await makePlace();
    let connectionCount = 0;
    tcpOpeners.set(setup.server, (port) => {
      connectionCount += 1;
      return connectionCount > 1 ? setup.guest.openTcp() : Promise.reject(connectionRefused(port));
    });
    const { id, cmdId } = await run(setup, 'echo at last', { ...byPassword, port: 2222 });
    expect(await endOf(owner, cmdId)).toBe(0);
    expect(connectionCount).toBe(2);
    expect(await read(setup, id)).toMatchObject({ output: 'at last\n', ssh: { port: 2222 } });
    const { log } = (await owner.get<{ log: { entry: string }[] }>(`/queue/command/${cmdId}`)).body;
    expect(log.map(({ entry }) => entry)).toContainEqual(expect.stringContaining('port 2222'));
  });

  it('is stopped with all its processes when it is canceled', async ({ expect }) => {
    const setup = await makePlace();
    const { id, cmdId } = await run(setup, 'echo began; sleep 54321 & sleep 54321');
    await expectOutput(setup, id, 'began\n');
    expect(isRunning('sleep 54321')).toBe(true);
    expect((await owner.put(`${path(setup.server)}/${id}/cancel`)).status).toBe(200);
    expect(await endOf(owner, cmdId)).toBe(2);
    expect((await read(setup, id)).state).toBe('cancelled');
    expect(isRunning('sleep 54321')).toBe(false);
    expect(leftoverFiles(setup, id)).toEqual([]);
  });

  it('runs as the signed-in user, in their home folder, over one connection, and leaves no files behind', async ({
    expect,
  }) => {
    const setup = await makePlace();
    const done = await runToEnd(setup, 'echo "at home in $(pwd)"; sleep 1; echo wrong >&2; exit 7');
    expect(done).toMatchObject({
      state: 'failed',
      by: 'ssh',
      ssh: { user: guestUser, port: 22 },
      exitCode: 7,
      problem: null,
    });
    expect(done.output).toBe(`at home in ${setup.guest.home}\nwrong\n`);
    expect(setup.guest.signIns).toBe(1);
    expect(readdirSync(setup.guest.home ?? '')).toEqual([]);
    const { body } = await owner.get<{ items: Item[]; by: string }>(path(setup.server));
    expect(body).toMatchObject({
      by: 'simulated',
      items: [{ by: 'ssh', ssh: { user: guestUser, port: 22 } }],
    });
  });

  it('signs in by key, ignores startup output of the user’s shell, and reads the complete output', async ({
    expect,
  }) => {
    const setup = await makePlace();
    setup.guest.greeting = 'Welcome, running\nended 0\n';
    const done = await runToEnd(
      setup,
      `#!/bin/sh\nprintf 'שלום it'"'"'s "%s"\\n' \\$HOME; seq 1 20000`,
      {
        user: guestUser,
        privateKey: setup.guest.privateKey,
      },
    );
    expect(done).toMatchObject({ state: 'done', exitCode: 0 });
    expect(done.output).toMatch(/^שלום it's "\$HOME"\n1\n2\n/);
    expect(done.output).toMatch(/\n19999\n20000\n$/);
  });

  it('reports when it can’t be stopped on cancellation because the guest no longer accepts the sign-in', async ({
    expect,
  }) => {
    const setup = await makePlace();
    const { id, cmdId } = await run(setup, 'echo began; sleep 4');
    await expectOutput(setup, id, 'began\n');
    tcpOpeners.delete(setup.server);
    expect((await owner.put(`${path(setup.server)}/${id}/cancel`)).status).toBe(200);
    expect(await endOf(owner, cmdId)).toBe(2);
    expect(await read(setup, id)).toMatchObject({
      state: 'cancelled',
      problem: expect.stringMatching(/might continue there\. Reason: .*Nothing listens at port 22/),
    });
  });

  it('fails at once with a wrong password and with another user', async ({ expect }) => {
    const setup = await makePlace();
    for (const [change, message] of [
      [{ password: 'Another_Password_1' }, 'tiny'],
      [{ user: 'nobody' }, 'nobody'],
    ] as const) {
      const startedAt = performance.now();
      const done = await runToEnd(setup, 'true', { ...byPassword, ...change });
      expect(done).toMatchObject({
        state: 'failed',
        exitCode: null,
        problemCode: 2606,
        problem: expect.stringContaining(message),
      });
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    }
  });

  it('fails at once when the guest’s host key changed and when the guest accepts no commands', async ({
    expect,
  }) => {
    const setup = await makePlace();
    const { guest, server } = setup;
    expect(await runToEnd(setup, 'true')).toMatchObject({ state: 'done' });
    await guest.reinstall();
    expect(await runToEnd(setup, 'true')).toMatchObject({
      state: 'failed',
      problemCode: 2608,
      problem: expect.stringContaining('SHA256:'),
    });
    expect((await owner.delete(`/servers/${server}/hostKeys/22`)).status).toBe(200);
    const { home } = guest;
    guest.home = null;
    expect(await runToEnd(setup, 'true')).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('couldn’t run the script'),
    });
    guest.home = home;
    expect(await runToEnd(setup, 'true')).toMatchObject({ state: 'done' });
  });

  it('stores its credentials encrypted while it waits, and deletes them however it ends', async ({
    expect,
  }) => {
    const setup = await makePlace();
    const first = await run(setup, 'sleep 1');
    const { id, cmdId } = await run(setup, 'echo never', { user: guestUser, password });
    const storedEnvironment = async () =>
      (
        await sql<{
          environment: Buffer | null;
        }>`select environment from servicelet where id = ${id}`.execute(db())
      ).rows[0]?.environment;
    expect((await storedEnvironment())?.includes(password)).toBe(false);
    expect(await storedEnvironment()).not.toBeNull();
    await endOf(owner, first.cmdId);
    await endOf(owner, cmdId);
    expect((await read(setup, id)).problemCode).toBe(2606);
    expect(await storedEnvironment()).toBeNull();
  });

  it('masks its credentials in the output, and includes them in no response, log or table', async ({
    expect,
  }) => {
    const setup = await makePlace();
    const key = setup.guest.privateKey;
    const lines = key.split('\n');
    const result = await runToEnd(setup, `cat <<'END'\n${guestPassword}\n${key}\nEND`);
    expect(result.output).toContain(lines[1]);
    expect(result.output).not.toContain(guestPassword);
    const masked = await runToEnd(setup, `cat <<'END'\n${key.replaceAll('\n', '\r\n')}\nEND`, {
      user: guestUser,
      privateKey: key,
    });
    for (const line of lines.filter((one) => one.length > 5 && !one.startsWith('-----')))
      expect(masked.output).not.toContain(line);
    await runToEnd(setup, 'true', { user: guestUser, password });
    const { rows: tables } = await sql<{
      name: string;
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db());
    for (const { name } of tables) {
      const { rows } = await sql<{ found: number }>`
        select count(*)::int as found from ${sql.table(name)} t where t::text like ${`%${password}%`}`.execute(
        db(),
      );
      expect(rows[0]?.found, name).toBe(0);
    }
    expect((await owner.get(path(setup.server))).text).not.toContain(password);
  });
});

describe('sign-in credentials', () => {
  let setup: SshSetup;

  beforeAll(async () => {
    setup = await makePlace();
  });

  it.each([
    ['no user', { user: '', password }, [[1000, 'ssh.user']]],
    ['neither password nor key', { user: 'me' }, [[1000, 'ssh.password']]],
    ['both', { user: 'me', password, privateKey: 'x' }, [[1000, 'ssh.password']]],
    [
      'a passphrase for nothing',
      { user: 'me', password, passphrase: 'x' },
      [[1000, 'ssh.passphrase']],
    ],
    ['an invalid port', { user: 'me', password, port: 0 }, [[1000, 'ssh.port']]],
    ['an invalid key', { user: 'me', privateKey: 'no key' }, [[2607, 'ssh.privateKey']]],
    ['a field more', { user: 'me', password, host: 'elsewhere' }, [[1000, 'ssh.host']]],
  ])('are rejected with %s, naming the field', async (_case, ssh, errors) => {
    const answer = await owner.post(path(setup.server), { script: 'true', ssh });
    expect(errorsOf(answer)).toEqual(errors);
    expect(answer.text).not.toContain(password);
  });
});

it('a command over SSH in a simulated server reports that nothing responds', async () => {
  const setup = await makePlace();
  Reflect.deleteProperty(app.portal.services.engines.get('simulated'), 'openTcp');
  expect(await runToEnd(setup, 'true')).toMatchObject({ state: 'failed', problemCode: 2951 });
});
