import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cpioArchive } from './cpioArchive.ts';
import { copyModules } from './kernelModules.ts';
import { GuestBuildError, requirePrograms, runBuild } from './packages.ts';

const run = promisify(execFile);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudberth-guests-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function parsedBy(seed: string): Promise<string[]> {
  const file = join(folder, 'user-data');
  await writeFile(file, seed);
  const { stdout } = await run('awk', [
    '-f',
    join(import.meta.dirname, 'tiny/root/etc/cloudberth/seed.awk'),
    file,
  ]);
  return stdout.trim().split('\n');
}

describe("the tiny guest's seed reader", () => {
  it('parses plain, quoted and list values', async () => {
    const seed = [
      '#cloud-config',
      'hostname: web-1',
      'password: "pa\\"ss # word"',
      "user: 'o''neil'",
      'chpasswd: { expire: false }',
      'ssh_authorized_keys:',
      '  - ssh-ed25519 AAAA one@example',
      '  - "ssh-rsa BBBB two: three"',
      'runcmd:',
      '- echo plain > /tmp/a',
      `- [sh, -c, "it's two words"]`,
    ];
    expect(await parsedBy(seed.join('\n'))).toEqual([
      'hostname=web-1',
      'password=pa"ss # word',
      "user=o'neil",
      'chpasswd={ expire: false }',
      'ssh_authorized_keys=ssh-ed25519 AAAA one@example',
      'ssh_authorized_keys=ssh-rsa BBBB two: three',
      'runcmd=echo plain > /tmp/a',
      `runcmd='sh' '-c' 'it'\\''s two words'`,
    ]);
  });

  it('reads the name, password and keys of the first user in a list', async () => {
    const seed = [
      'users:',
      '  - name: admin',
      '    plain_text_passwd: secret',
      '    ssh_authorized_keys:',
      '      - ssh-ed25519 AAAA',
      '    lock_passwd: false',
    ];
    expect(await parsedBy(seed.join('\n'))).toEqual([
      'user=admin',
      'password=secret',
      'ssh_authorized_keys=ssh-ed25519 AAAA',
      'lock_passwd=false',
    ]);
  });
});

describe('building guests', () => {
  it('packs a folder so that cpio restores the same files, links and permissions', async () => {
    const source = join(folder, 'source');
    await mkdir(join(source, 'bin'), { recursive: true });
    await writeFile(join(source, 'bin/tool'), 'odd');
    await chmod(join(source, 'bin/tool'), 0o755);
    await symlink('tool', join(source, 'bin/link'));
    const text = (await cpioArchive(source)).toString('latin1');
    expect(text.length % 4).toBe(0);
    const names = [...text.matchAll(/070701[0-9a-f]{104}([^\0]+)\0/g)].map((match) => match[1]);
    expect(names).toEqual(['bin', 'bin/link', 'bin/tool', 'TRAILER!!!']);
    const tool = /070701.{8}(.{8})(.{8})(.{8}).{16}(.{8})[0-9a-f]{48}bin\/tool\0+odd/.exec(text);
    expect(tool?.slice(1)).toEqual(['000081ed', '00000000', '00000000', '00000003']);
  });

  it('sorts modules after their dependencies, and omits built-in ones', async () => {
    const kernel = join(folder, 'kernel-version');
    await mkdir(join(kernel, 'kernel/net'), { recursive: true });
    await writeFile(join(kernel, 'modules.builtin'), 'kernel/net/core.ko\n');
    const module = (name: string, dependencies: string) =>
      writeFile(
        join(kernel, 'kernel/net', `${name}.ko`),
        `\0license=GPL\0depends=${dependencies}\0`,
      );
    await module('card-driver', 'ring,fail_over');
    await module('ring', '');
    await module('fail_over', 'ring,core');
    expect(await copyModules(kernel, ['card_driver', 'core'], folder)).toEqual([
      'ring',
      'fail_over',
      'card_driver',
    ]);
    await expect(copyModules(kernel, ['absent'], folder)).rejects.toThrow('no module absent');
  });

  it('suggests the apt-get command when a program is missing', async () => {
    const check = requirePrograms([
      { program: 'sh', debianPackage: 'dash' },
      { program: 'no-such-program', debianPackage: 'some-package' },
    ]);
    await expect(check).rejects.toThrow(GuestBuildError);
    await expect(check).rejects.toThrow('apt-get install --no-install-recommends some-package');
  });
});

describe('a build program', () => {
  it('reports the program’s own error message', async () => {
    await expect(runBuild('sh', ['-c', 'echo no room >&2; exit 3'])).rejects.toThrow(
      /^sh -c failed: no room$/,
    );
  });

  it('is killed when the build is stopped, even if it ignores signals', async () => {
    const stopping = new AbortController();
    const pidFile = join(folder, 'pid');
    const ended = runBuild(
      'sh',
      [
        '-c',
        `trap "" TERM INT; echo $$ >'${pidFile}'; while [ -d '${folder}' ]; do sleep 0.1; done`,
      ],
      {
        signal: stopping.signal,
      },
    );
    await expect
      .poll(() => readFile(pidFile, 'utf8').catch(() => ''), { timeout: 10_000 })
      .toMatch(/\d\n/);
    const pid = Number(await readFile(pidFile, 'utf8'));
    stopping.abort(new Error('stopped'));
    await expect(ended).rejects.toThrow('stopped');
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await expect(runBuild('true', [], { signal: stopping.signal })).rejects.toThrow('stopped');
  });
});
