import { execFile } from 'node:child_process';
import { chown, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleNic, exampleSpec } from '../../conformance.ts';
import type { ImageFile, Protection } from '../../port.ts';
import { skipReason, tinyGuestImage } from '../../testing/tinyGuest.ts';
import type { UnprivilegedPortal } from '../../testing/unprivilegedPortal.ts';

const run = promisify(execFile);
const nobodyUid = 65_534;
const runAsNobody = [
  'setpriv',
  `--reuid=${nobodyUid}`,
  `--regid=${nobodyUid}`,
  '--clear-groups',
] as const;
/**
 * A user namespace in which no process can create another mount namespace, as in a container that
 * forbids them.
 */
const withoutNamespaces = [
  'unshare',
  '--user',
  '--map-root-user',
  'sh',
  '-c',
  'echo 0 >/proc/sys/user/max_mnt_namespaces; exec "$@"',
  'sh',
];
const program = new URL('../../testing/unprivilegedPortal.ts', import.meta.url).pathname;
const project = new URL('../../../..', import.meta.url).pathname;

async function reason(): Promise<string | null> {
  const missing = skipReason();
  if (missing) return missing;
  if (process.getuid?.() !== 0) return 'only root can become another user';
  return await run(runAsNobody[0], [
    ...runAsNobody.slice(1),
    ...withoutNamespaces,
    'test',
    '-r',
    program,
  ]).then(
    () => null,
    () => 'user namespaces are off here, or other users cannot read the project',
  );
}
const skipped = await reason();

interface InspectedServer {
  power: string;
  status: string;
  limits: string;
  protections: Protection[];
}

describe.skipIf(skipped)(
  `a portal that isn't root${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let folder: string;
    let image: ImageFile;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'cloudberth-nobody-'));
      await chown(folder, nobodyUid, nobodyUid);
      image = await tinyGuestImage();
      for (const part of ['path', 'kernel', 'initrd'] as const) {
        const from = image[part];
        if (from === undefined) continue;
        image = { ...image, [part]: join(folder, part) };
        await copyFile(from, join(folder, part));
        await chown(join(folder, part), nobodyUid, nobodyUid);
      }
    }, 120_000);
    afterAll(() => rm(folder, { recursive: true, force: true }));

    async function runUnprivilegedPortal(
      command: readonly string[],
      name: string,
    ): Promise<InspectedServer> {
      const spec = exampleSpec('tiny', {
        nics: [exampleNic()],
        disks: [{ id: 'boot', sizeGb: 1 }],
        ramMb: 96,
      });
      const input = join(folder, `${name}.json`);
      await writeFile(
        input,
        JSON.stringify({ dataDir: join(folder, name), image, spec } satisfies UnprivilegedPortal),
      );
      await chown(input, nobodyUid, nobodyUid);
      const [first, ...rest] = [...runAsNobody, ...command, process.execPath, program, input];
      const { stdout } = await run(first, rest, {
        cwd: '/',
        env: { PATH: process.env.PATH, TMPDIR: folder },
        timeout: 60_000,
      });
      return JSON.parse(stdout) as InspectedServer;
    }
    const activeOf = ({ protections }: InspectedServer) =>
      protections
        .filter(({ isActive }) => isActive)
        .map(({ name }) => name)
        .sort();

    it('starts servers in a user namespace, without control groups but with a memory limit', async () => {
      const inspected = await runUnprivilegedPortal([], 'ordinary');
      expect(inspected.power).toBe('on');
      expect(activeOf(inspected)).toEqual([
        'account',
        'capabilities',
        'hostServices',
        'namespaces',
        'systemCalls',
      ]);
      expect(inspected.status).toMatch(/^CapBnd:\s0{16}$/m);
      expect(inspected.status).toMatch(/^NoNewPrivs:\s1$/m);
      expect(inspected.status).toMatch(/^Seccomp:\s2$/m);
      expect(inspected.status).toMatch(/^NSpid:.*\t1$/m);
      expect(inspected.limits).toMatch(/^Max address space\s+\d+/m);
    }, 90_000);

    it('starts servers where namespaces are forbidden, still without capabilities and with a system call filter', async () => {
      const inspected = await runUnprivilegedPortal(withoutNamespaces, 'contained');
      expect(inspected.power).toBe('on');
      expect(activeOf(inspected)).toEqual(['capabilities', 'hostServices', 'systemCalls']);
      expect(inspected.status).toMatch(/^CapEff:\s0{16}$/m);
      expect(inspected.status).toMatch(/^NoNewPrivs:\s1$/m);
      expect(inspected.status).toMatch(/^Seccomp:\s2$/m);
      expect(inspected.limits).toMatch(/^Max address space\s+\d+/m);
    }, 90_000);

    it('lists missing prerequisites in doctor', async () => {
      const [first, ...rest] = [
        ...runAsNobody,
        ...withoutNamespaces,
        process.execPath,
        join(project, 'launcher/main.ts'),
        'doctor',
      ];
      const env = {
        PATH: process.env.PATH,
        TMPDIR: folder,
        CLOUDBERTH_DATA: join(folder, 'doctor'),
        CLOUDBERTH_PORT: '0',
        HOME: folder,
      };
      const { stdout } = await run(first, rest, { cwd: project, env, timeout: 60_000 }).catch(
        (error: { stdout: string }) => error,
      );
      const isolation = stdout.split('\n').filter((line) => line.includes('server isolation: '));
      expect(isolation.filter((line) => line.startsWith('missing ')).sort()).toEqual([
        expect.stringContaining('control groups limit memory'),
        expect.stringContaining('run as an unprivileged user'),
        expect.stringContaining('see only their own files'),
      ]);
      expect(isolation).toHaveLength(6);
    }, 90_000);
  },
);
