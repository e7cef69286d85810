import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foregroundCommand, type Isolation, stagedCommand } from './command.ts';

const root: Isolation = {
  account: { name: 'cloudberth-qemu', uid: 994, gid: 995 },
  namespaces: 'root',
  dropsCapabilities: true,
  programFolders: [
    { name: 'usr', link: null },
    { name: 'bin', link: 'usr/bin' },
  ],
  devices: [
    { device: 'kvm', access: { group: 108 } },
    { device: 'net/tun', access: 'root' },
  ],
  files: [],
  rootFolder: '/data/.confined',
};
const program = {
  command: ['true'],
  networkNamespace: null,
  input: '/data/in',
  output: '/data/out',
};
const confinement = {
  network: 'none' as const,
  mountTable: '/data/mounts',
  files: { writable: ["/data/it's"] },
};

describe('the sandbox command', () => {
  it('as root, enters namespaces, switches to the user and drops all capabilities', () => {
    const line = foregroundCommand(root, confinement, ['qemu-img', 'info']).join(' ');
    expect(line).toMatch(
      /^setpriv --pdeathsig KILL unshare --mount --ipc --uts --net --pid --fork --kill-child sh -c /,
    );
    expect(line).toContain(
      '--reuid=994 --regid=995 --clear-groups --no-new-privs --bounding-set=-all',
    );
    expect(line).toContain("'data/it'\\''s'");
    expect(line).toMatch(/exec chroot \. "\$@" confined setpriv .* qemu-img info$/);
  });

  it('as an ordinary user, enters a user namespace and doesn’t change the user', () => {
    const line = foregroundCommand({ ...root, account: null, namespaces: 'user' }, confinement, [
      'true',
    ]).join(' ');
    expect(line).toContain('unshare --user --map-root-user --mount');
    expect(line).toContain('--bounding-set=-all');
    expect(line).not.toContain('--reuid');
  });

  it('without namespaces, mounts nothing, but still changes the user and limits the program', () => {
    const line = foregroundCommand(
      { ...root, namespaces: null },
      { ...confinement, limits: ['--as=1'] },
      ['true'],
    ).join(' ');
    expect(line).not.toMatch(/unshare|mount|chroot/);
    expect(line).toMatch(/setpriv --reuid=994 .* prlimit --as=1 true$/);
  });

  it('without root and namespaces, only prevents new privileges', () => {
    const isolation = { ...root, account: null, namespaces: null, dropsCapabilities: false };
    const { words, start } = stagedCommand(isolation, confinement, { path: '/data/pid' });
    expect(words).toEqual(['sh', '-s']);
    expect(start(program)).toContain(
      "exec 'setpriv' '--no-new-privs' 'true' <>'/data/in' >>'/data/out'\n",
    );
  });

  it('adds only the group of the given device', () => {
    const { preparation, start } = stagedCommand(
      root,
      { ...confinement, devices: ['kvm'] },
      { path: '/data/pid' },
    );
    expect(start(program)).toContain("'--groups=108'");
    expect(preparation).not.toContain('mknod');
  });
});

describe('a program started in two stages', () => {
  const isolation: Isolation = {
    ...root,
    account: null,
    namespaces: null,
    dropsCapabilities: false,
  };
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloudberth-staged-'));
    await writeFile(join(folder, 'in'), 'hello\n');
    await writeFile(join(folder, 'claim'), 'this\n');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const staged = () =>
    stagedCommand(isolation, confinement, {
      path: join(folder, 'pid'),
      claim: { path: join(folder, 'claim'), token: 'this' },
    });
  const lines = () =>
    staged().start({
      command: ['cat'],
      networkNamespace: null,
      input: join(folder, 'in'),
      output: join(folder, 'out'),
    });
  const run = (input: string) => {
    const [shell, ...args] = staged().words;
    return spawnSync(shell, args, { input, encoding: 'utf8' });
  };

  it('reads and writes the given files, and its process ID is recorded', async () => {
    expect(run(staged().preparation + lines())).toMatchObject({ status: 0 });
    expect(await readFile(join(folder, 'out'), 'utf8')).toBe('hello\n');
    expect(Number(await readFile(join(folder, 'pid'), 'utf8'))).toBeGreaterThan(1);
  });

  it('isn’t started if its starter exits first, at any point', async () => {
    const script = lines();
    for (const length of [
      0,
      script.indexOf("'cat'") + 5,
      script.indexOf(' >>'),
      script.length - 2,
    ]) {
      run(staged().preparation + script.slice(0, length));
      expect((await readdir(folder)).sort()).toEqual(['claim', 'in']);
    }
  });

  it('isn’t started if a later start has replaced it', async () => {
    await writeFile(join(folder, 'claim'), 'later\n');
    run(staged().preparation + lines());
    expect((await readdir(folder)).sort()).toEqual(['claim', 'in']);
  });
});
