import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startTestApp, type TestApp } from '../server/testing/app.ts';
import type { TestClient } from '../server/testing/client.ts';
import { makeKey, type TestKey } from '../server/testing/keyClient.ts';

/**
 * The program as users run it: downloaded from a portal, with Node only, in its own home directory.
 */
let app: TestApp;
let owner: TestClient;
let key: TestKey;
let home = '';
let program = '';
/**
 * This run retries for several seconds, so it is started before everything else and checked
 * afterwards.
 */
let unanswered: Promise<Run>;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  key = await makeKey(owner, { isTest: true, ratePerMinute: 6000 });
  home = await mkdtemp(join(tmpdir(), 'cloudberth-cli-'));
  program = join(home, 'cloud.mjs');
  await writeFile(program, await (await fetch(`${app.address}/svc/cli/cloud.mjs`)).text());
  const env = {
    CLOUD_CLIENT_ID: key.clientId,
    CLOUD_SECRET: key.secret,
    CLOUD_URL: 'http://127.0.0.1:9',
  };
  unanswered = cloud(['servers', 'list'], { env });
}, 60_000);
afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true, force: true });
});

interface Run {
  code: number | null;
  out: string;
  err: string;
}

function cloud(
  args: readonly string[],
  options: { input?: string; env?: Record<string, string> } = {},
): Promise<Run> {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    ...options.env,
  };
  const child = spawn(process.execPath, [program, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk));
  child.stdin.end(options.input ?? '');
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}
const signIn = () => cloud(['login', '--client-id', key.clientId], { input: `${key.secret}\n` });
const config = () => join(home, 'config', 'cloud', 'config.json');

describe('signing in', () => {
  it('reads the secret from the terminal or a pipe, verifies it, and saves it in a private file', async () => {
    const answer = await signIn();
    expect(answer).toMatchObject({ code: 0, out: '' });
    expect(answer.err).toContain('test key, nothing is charged');
    expect(answer.err).not.toContain(key.secret);
    expect((await stat(config())).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, 'config', 'cloud'))).mode & 0o777).toBe(0o700);
    expect(JSON.parse(await readFile(config(), 'utf8')).profiles.default).toEqual({
      url: app.address,
      ...key,
    });
  });

  it('with a wrong secret saves nothing and reports the reason', async () => {
    const other = await makeKey(owner, {});
    const answer = await cloud(['login', '--profile', 'wrong', '--client-id', key.clientId], {
      input: `${other.secret}\n`,
    });
    expect(answer.code).toBe(1);
    expect(answer.err).toContain('(2700)');
    expect(await readFile(config(), 'utf8')).not.toContain('wrong');
  });

  it('rejects a file that others can read', async () => {
    await chmod(config(), 0o644);
    const answer = await cloud(['servers', 'list']);
    await chmod(config(), 0o600);
    expect(answer).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') });
  });

  it.concurrent.each([
    [['servers', 'list', '--url', 'http://portal.example'], 2, 'isn’t encrypted'],
    [['servers', 'list', '--url', 'nonsense'], 2, 'isn’t a web address'],
    [['servers', 'list', '--profile', 'nobody'], 2, 'no profile nobody'],
    [['servers', 'list', '--output', 'xml'], 2, 'table, json, yaml, csv'],
    [['servers', 'list', '--colour', 'red'], 2, 'no flag --colour'],
    [['servers', 'list', '--fitler', 'web'], 2, 'Did you mean --filter?'],
    [['servers', 'list', '--columns', 'nmae'], 2, 'Did you mean name?'],
    [['servers', 'lsit'], 2, 'Did you mean servers list?'],
    [['help', 'servers', 'creat'], 2, 'Did you mean servers create?'],
    [['help', 'elephants'], 2, 'no command "elephants"'],
    [['servrs', 'list'], 2, 'Did you mean servers?'],
    [['servers', 'get', 'a', '--all'], 2, '--all works with lists'],
    [['servers', 'list', 'web-1'], 2, 'takes flags only'],
    [['servers', 'dance'], 2, 'no command "servers dance"'],
    [['servers'], 2, 'Choose a command'],
    [['elephants'], 2, 'no command "elephants"'],
    [['servers', 'get'], 2, '<server> is missing'],
    [['servers', 'get', 'nobody-here'], 2, 'no server called "nobody-here"'],
    [['servers', 'create', '--cores', 'two'], 2, 'must be a number'],
    [['servers', 'create', '--cores', '2'], 2, 'are required'],
    [['servers', 'set-power', 'x', '--state', 'sideways'], 2, 'must be one of on, off'],
    [['servers', 'create', '--body', '{'], 2, 'not JSON'],
  ])('%j exits with %i and reports the problem', async (args, code, message) => {
    const answer = await cloud(args);
    expect(answer, answer.err).toMatchObject({ code, err: expect.stringContaining(message) });
    expect(answer.err).not.toContain('    at ');
  });

  it.concurrent('uses only the environment if there is no file', async () => {
    const env = {
      XDG_CONFIG_HOME: join(home, 'none'),
      CLOUD_CLIENT_ID: key.clientId,
      CLOUD_SECRET: key.secret,
    };
    expect(await cloud(['whoami', '-o', 'json'], { env })).toMatchObject({
      code: 0,
      out: expect.stringContaining(owner.email),
    });
    expect(await cloud(['whoami'], { env: { XDG_CONFIG_HOME: join(home, 'none') } })).toMatchObject(
      {
        code: 2,
        err: expect.stringContaining('login'),
      },
    );
  });
});

describe('the life cycle of a server', () => {
  const create = [
    'servers',
    'create',
    '--name',
    'from-shell',
    '--datacenter',
    'sandbox',
    '--image-id',
    'debian',
    '--cpu-type',
    'B',
    '--cores',
    '1',
  ];
  const sizes = [
    '--ram-mb',
    '1024',
    '--disks',
    '20',
    '--disks',
    'sizeGb=50',
    '--nics',
    'auto',
    '--billing-mode',
    'hourly',
    '--password',
    'Server_Password_1',
  ];

  it('is created, with names instead of IDs, and waited for', async () => {
    const answer = await cloud([
      ...create,
      ...sizes,
      '--tags',
      'a',
      '--tags',
      'b',
      '--wait',
      '-o',
      'json',
    ]);
    expect(answer.code, answer.err).toBe(0);
    expect(JSON.parse(answer.out).servers).toHaveLength(1);
    expect(answer.err).toMatch(/done/);
    const server = JSON.parse((await cloud(['servers', 'get', 'from-shell', '-o', 'json'])).out);
    expect(server).toMatchObject({
      name: 'from-shell',
      power: 'on',
      cores: 1,
      tags: ['a', 'b'],
      disks: [{ sizeGb: 20 }, { sizeGb: 50 }],
    });
  }, 40_000);

  it('is listed as a table, JSON, YAML and CSV', async () => {
    const table = (await cloud(['servers', 'list'])).out.split('\n');
    expect(table[0]).toMatch(/^ID +NAME +POWER/);
    expect(table[1]).toContain('from-shell');
    expect(JSON.parse((await cloud(['servers', 'list', '-o', 'json'])).out)).toMatchObject({
      total: 1,
      items: [{ name: 'from-shell' }],
    });
    const yaml = (await cloud(['servers', 'list', '-o', 'yaml'])).out;
    expect(parse(yaml)).toEqual(JSON.parse((await cloud(['servers', 'list', '-o', 'json'])).out));
    expect(
      parse((await cloud(['servers', 'list', '-o', 'yaml', '--columns', 'name,power'])).out),
    ).toEqual([{ name: 'from-shell', power: 'on' }]);
    const csv = (await cloud(['servers', 'list', '-o', 'csv', '--columns', 'name,cores,ramMb']))
      .out;
    expect(csv).toBe('name,cores,ramMb\r\nfrom-shell,1,1024\n');
  });

  it('is stopped, and the command waits for completion', async () => {
    const answer = await cloud(['servers', 'stop', 'from-shell', '--wait']);
    expect(answer.code, answer.err).toBe(0);
    expect(
      JSON.parse((await cloud(['servers', 'get', 'from-shell', '-o', 'json'])).out).power,
    ).toBe('off');
  }, 40_000);

  it('can’t be renamed to an invalid name, and the field is named', async () => {
    const answer = await cloud(['servers', 'rename', 'from-shell', '--name', 'a b']);
    expect(answer).toMatchObject({ code: 1, err: expect.stringMatching(/^--name: .* \(1000\)/) });
  });

  it('is terminated, missing from the list, and restored from the Trash by name', async () => {
    expect((await cloud(['servers', 'terminate', 'from-shell', '--wait'])).code).toBe(0);
    expect((await cloud(['servers', 'list'])).out).toBe('No entries.\n');
    const restore = await cloud(['servers', 'restore', 'from-shell', '-o', 'json']);
    const { cmdId } = JSON.parse(restore.out) as { cmdId: number };
    expect((await cloud(['wait', String(cmdId)])).code).toBe(0);
    expect((await cloud(['servers', 'list'])).out).toContain('from-shell');
  }, 40_000);
});

describe('a list of several pages', () => {
  it('reports how many more there are, and fetches all of them with --all', async () => {
    const first = await cloud(['tasks', 'list', '--size', '1', '-o', 'json']);
    expect(JSON.parse(first.out).items).toHaveLength(1);
    const { total } = JSON.parse(first.out) as { total: number };
    expect(first.err).toBe(`1 of ${total} shown. Use --all to get them all.\n`);
    expect((await cloud(['tasks', 'list', '--size', '1', '--quiet'])).err).toBe('');
    const all = await cloud(['tasks', 'list', '--all', '--size', '1', '-o', 'json']);
    expect(JSON.parse(all.out)).toMatchObject({ total, size: total, next: null });
    expect(new Set(JSON.parse(all.out).items.map(({ id }: { id: number }) => id)).size).toBe(total);
    expect(all.err).toBe('');
  });
});

describe('the npm package', () => {
  it('contains the same program, with a manifest without dependencies', async () => {
    const archive = join(home, 'cloud.tgz');
    await writeFile(
      archive,
      Buffer.from(await (await fetch(`${app.address}/svc/cli/cloud.tgz`)).arrayBuffer()),
    );
    const read = (name: string) =>
      execFileSync('tar', ['-xzOf', archive, `package/${name}`], { encoding: 'utf8' });
    expect(read('cloud.mjs')).toBe(await readFile(program, 'utf8'));
    expect(JSON.parse(read('package.json'))).toMatchObject({
      bin: { cloud: 'cloud.mjs' },
      type: 'module',
    });
    expect(JSON.parse(read('package.json'))).not.toHaveProperty('dependencies');
  });
});

describe('help and completion', () => {
  it('list every noun, the verbs of one, and the flags of a command', async () => {
    expect((await cloud(['help'])).out).toContain('  servers ');
    expect((await cloud(['help', 'servers'])).out).toContain('cloud servers create');
    const { out } = await cloud(['servers', 'create', '--help']);
    expect(out).toContain('--cpu-type');
    expect(out).toContain('A|B|T|D');
    expect(out).toContain('POST /svc/servers');
    expect(out).toMatch(/--image +name or ID of the image/);
    expect((await cloud(['servers', 'rename', '-h'])).out).toContain(
      'Give the server by name or ID.',
    );
    expect((await cloud(['--version'])).out).toMatch(/^cloud \d+\.\d+\.\d+\n$/);
  });

  it('complete nouns, verbs, flags and choices', async () => {
    const completionsAfter = async (...args: string[]) =>
      (await cloud(['__complete', ...args])).out.trim().split('\n');
    expect(await completionsAfter('serv')).toEqual(['servers']);
    expect(await completionsAfter('servers', 'ren')).toEqual(['rename']);
    expect(await completionsAfter('servers', 'create', '--cpu')).toEqual(['--cpu-type']);
    expect(await completionsAfter('servers', 'create', '--cpu-type', '')).toEqual([
      'A',
      'B',
      'D',
      'T',
    ]);
    expect(await completionsAfter('servers', 'list', '-o', 'j')).toEqual(['json']);
    expect(await completionsAfter('servers', 'list', '--columns', 'nam')).toEqual(['name']);
  });

  it.each(['bash', 'zsh', 'fish'])('include a script for %s', async (shell) => {
    expect(await cloud(['completion', shell])).toMatchObject({
      code: 0,
      out: expect.stringContaining('__complete'),
    });
  });

  it('work in a real bash', async () => {
    const bin = join(home, 'cloud');
    await writeFile(bin, `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`, { mode: 0o755 });
    const script = `PATH=${home}:$PATH; eval "$(cloud completion bash)"; COMP_WORDS=(cloud servers unl); COMP_CWORD=2; _cloud; echo "\${COMPREPLY[@]}"`;
    const child = spawn('bash', ['-c', script], { env: { ...process.env, HOME: home } });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk));
    await new Promise((resolve) => child.on('close', resolve));
    expect(out.trim()).toBe('unlock');
  });
});

it('an unreachable portal is reported with a different exit code than an error', async () => {
  expect(await unanswered).toMatchObject({
    code: 4,
    err: expect.stringContaining('isn’t responding'),
  });
});
