import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFolder } from '../project.ts';

const run = promisify(execFile);
const unit = join(projectFolder, 'deploy/cloudberth.service');
const bridge = join(projectFolder, 'deploy/bridge.conf');

/** The last value of each setting in the [Service] section. An empty value resets a list. */
async function settingsOf(...files: string[]): Promise<Map<string, string>> {
  const settings = new Map<string, string>();
  for (const file of files)
    for (const [, name, value] of (await readFile(file, 'utf8')).matchAll(/^(\w+)=(.*)$/gm))
      settings.set(name as string, value as string);
  return settings;
}

/** Settings that give the service its own mount namespace (systemd.exec(5)). */
const mountNamespaceSettings = [
  ...[
    'ProtectSystem',
    'ProtectHome',
    'PrivateTmp',
    'PrivateDevices',
    'PrivateMounts',
    'ProtectProc',
    'ProtectKernelTunables',
  ],
  ...[
    'ProtectKernelModules',
    'ProtectKernelLogs',
    'ProtectControlGroups',
    'ReadWritePaths',
    'ReadOnlyPaths',
    'InaccessiblePaths',
  ],
  ...[
    'BindPaths',
    'BindReadOnlyPaths',
    'TemporaryFileSystem',
    'RootDirectory',
    'MountAPIVFS',
    'ProcSubset',
    'PrivateIPC',
    'DynamicUser',
  ],
];
const isOff = (value: string | undefined): boolean =>
  value === undefined || ['', 'no', 'default', 'all'].includes(value);

it('the bridge drop-in gives the service no mount namespace, so network namespaces of running servers survive a restart', async () => {
  const [alone, bridged] = [await settingsOf(unit), await settingsOf(unit, bridge)];
  expect(mountNamespaceSettings.filter((name) => !isOff(bridged.get(name)))).toEqual([]);
  // Shows that the check detects such settings.
  expect(mountNamespaceSettings.filter((name) => !isOff(alone.get(name)))).toContain(
    'ProtectSystem',
  );
});

const hasAnalyzer = (() => {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasAnalyzer)('systemd-analyze security', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloudberth-unit-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The exposure level, from 0 (least) to 10. */
  async function exposureScore(name: string, dropIns: readonly string[]): Promise<number> {
    const copy = join(folder, name, 'cloudberth.service');
    await mkdir(`${copy}.d`, { recursive: true });
    await cp(unit, copy);
    for (const [index, dropIn] of dropIns.entries())
      await cp(dropIn, join(`${copy}.d`, `${index}.conf`));
    const { stdout } = await run('systemd-analyze', [
      'security',
      '--offline=true',
      '--no-pager',
      copy,
    ]);
    return Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
  }

  it('rates the service OK by itself, and no worse than documented with the bridge', async () => {
    expect(await exposureScore('alone', [])).toBeLessThan(3);
    expect(await exposureScore('bridged', [bridge])).toBeLessThan(7.6);
  });
});
