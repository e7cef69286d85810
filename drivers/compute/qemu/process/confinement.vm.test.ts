import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCgroups } from '../../../sandbox/cgroups.ts';
import { exampleNic, exampleSpec } from '../../conformance.ts';
import { SerialDialogue } from '../../testing/serialDialogue.ts';
import { skipReason, tinyGuestImage } from '../../testing/tinyGuest.ts';
import { QemuEngine } from '../engine.ts';
import { DataPaths } from './paths.ts';
import { findProcess } from './process.ts';

const skipped =
  skipReason() ?? (process.getuid?.() === 0 ? null : 'only root can run servers as another user');

describe.skipIf(skipped)(
  `the confinement of a running server${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let dataDir: string;
    let engine: QemuEngine;
    let pid = 0;
    let shell: SerialDialogue;
    const example = exampleSpec('tiny', {
      nics: [exampleNic({ forwardTcp: [80] })],
      disks: [{ id: 'boot', sizeGb: 1 }],
      ramMb: 96,
    });

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-confinement-'));
      engine = new QemuEngine({ dataDir });
      await engine.importImage(await tinyGuestImage());
      const seed = {
        metaData: 'instance-id: one\nlocal-hostname: one\n',
        userData: '#cloud-config\nuser: root\npassword: secret\n',
      };
      await engine.create({ ...example, seed });
      await engine.start(example.id);
      pid = (await findProcess(new DataPaths(dataDir).server(example.id))) ?? 0;
    }, 120_000);

    afterAll(async () => {
      shell?.close();
      await engine?.destroy(example.id);
      await engine?.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    const statusOf = async (id: number) => {
      const lines = (await readFile(`/proc/${id}/status`, 'utf8'))
        .split('\n')
        .map((line) => line.split(':\t'));
      return Object.fromEntries(lines.map(([name, value = '']) => [name, value])) as Record<
        string,
        string
      >;
    };

    it('runs as its own user, without capabilities or a way to gain any, behind a system call filter', async () => {
      const status = await statusOf(pid);
      const none = '0000000000000000';
      expect(status).toMatchObject({
        CapEff: none,
        CapPrm: none,
        CapInh: none,
        CapBnd: none,
        CapAmb: none,
        NoNewPrivs: '1',
        Seccomp: '2',
      });
      const users = status.Uid?.split('\t') ?? [];
      expect(users).toHaveLength(4);
      for (const user of users) expect(Number(user)).not.toBe(0);
      expect(status.Groups?.trim().split(' ')).not.toContain('0');
    });

    it('has its own mounts, processes and shared memory, and is PID 1 of its processes', async () => {
      for (const kind of ['mnt', 'pid', 'ipc', 'uts'])
        expect(await readlink(`/proc/${pid}/ns/${kind}`)).not.toBe(
          await readlink(`/proc/self/ns/${kind}`),
        );
      expect((await statusOf(pid)).NSpid).toMatch(/\t1$/);
    });

    it('sees its own folder and its base image, but no other files of the data folder or the machine', async () => {
      const mounts = (await readFile(`/proc/${pid}/mountinfo`, 'utf8'))
        .split('\n')
        .map((line) => line.split(' ')[4] ?? '');
      const dataMounts = mounts.filter((path) => path.startsWith(dataDir)).sort();
      expect(dataMounts).toEqual([
        join(dataDir, 'images', 'tiny'),
        join(dataDir, 'servers', example.id),
      ]);
      const root = `/proc/${pid}/root`;
      await expect(stat(`${root}/etc/passwd`)).rejects.toThrow('ENOENT');
      await expect(stat(`${root}/root`)).rejects.toThrow('ENOENT');
      await expect(stat(`${root}/proc/1`)).rejects.toThrow('ENOENT');
    });

    it('can write to its disks, but neither to its state nor to the sockets the portal connects to', async () => {
      const paths = new DataPaths(dataDir).server(example.id);
      const user = Number((await statusOf(pid)).Uid?.split('\t')[0]);
      expect((await stat(paths.disk('boot'))).uid).toBe(user);
      for (const path of [
        paths.folder,
        paths.runFolder,
        paths.state,
        new DataPaths(dataDir).image('tiny').disk,
      ]) {
        const { uid, mode } = await stat(path);
        expect({ path, uid, foreign: mode & 0o027 }).toEqual({ path, uid: 0, foreign: 0 });
      }
    });

    it('inherits nothing from the portal’s environment', async () => {
      const names = (await readFile(`/proc/${pid}/environ`, 'utf8'))
        .split('\0')
        .filter(Boolean)
        .map((line) => line.split('=')[0]);
      expect(names.filter((name) => name !== 'PWD').sort()).toEqual(['LC_ALL', 'PATH']);
    });

    it('has limits for memory, threads and CPU time, through control groups where available', async () => {
      const groups = await findCgroups();
      if (!groups) {
        expect(await readFile(`/proc/${pid}/limits`, 'utf8')).toMatch(/Max address space\s+\d+/);
        return;
      }
      const lines = (await readFile(`/proc/${pid}/cgroup`, 'utf8'))
        .split('\n')
        .filter((line) => line.includes(example.id));
      expect(lines).toHaveLength(groups.version === 2 ? 1 : 3);
    });

    it('shares busy CPUs with other servers and programs in proportion to its cores', async () => {
      const groups = await findCgroups();
      if (!groups) return;
      const [file, ordinary] = groups.version === 2 ? ['cpu.weight', 100] : ['cpu.shares', 1024];
      const folder = await groupFolder(pid, groups.version);
      const weightOf = async (path: string) =>
        Number(await readFile(join(path, String(file)), 'utf8')) / Number(ordinary);
      expect(await weightOf(folder)).toBe(example.cores);
      expect(await weightOf(dirname(folder))).toBe(availableParallelism());
      await engine.resize(example.id, { cores: example.cores + 1, ramMb: example.ramMb });
      expect(await weightOf(folder)).toBe(example.cores + 1);
    });

    it('allows outgoing traffic of the guest, but not to services of this machine', async () => {
      const listener = createServer((socket) => socket.end('reached\n'));
      await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
      const { port } = listener.address() as AddressInfo;
      const neighbor = await Neighbor.create();
      try {
        await signIn();
        const answerOf = (address: string, index: number) =>
          shell.run(`nc -w 5 ${address} ${index} </dev/null; echo done`, 60_000);
        expect(await answerOf(neighbor.address, neighbor.port)).toBe('reached\ndone');
        expect(await text(connect(port, '127.0.0.1'))).toBe('reached\n');
        // In user-mode networks the gateway address maps to this machine's loopback interface.
        expect(await answerOf('10.20.30.1', port)).not.toContain('reached');
        expect(await answerOf(neighbor.hostAddress, neighbor.hostPort)).not.toContain('reached');
      } finally {
        neighbor.close();
        listener.close();
      }
      const forward = (await engine.inspect(example.id))?.nics[0]?.forwards[0];
      expect(await (await fetch(`http://127.0.0.1:${forward?.hostPort}/`)).text()).toBe(
        'hello from one\n',
      );
    }, 240_000);

    it('leaves no control group after the server is stopped', async () => {
      const groups = (await readFile(`/proc/${pid}/cgroup`, 'utf8'))
        .split('\n')
        .filter((line) => line.includes(example.id));
      const folders = (await readdir('/sys/fs/cgroup', { recursive: true })).filter((path) =>
        path.endsWith(example.id),
      );
      expect(folders).toHaveLength(groups.length);
      await engine.stop(example.id, { graceful: false });
      expect(
        (await readdir('/sys/fs/cgroup', { recursive: true })).filter((path) =>
          path.endsWith(example.id),
        ),
      ).toEqual([]);
    });

    async function signIn(): Promise<void> {
      shell = await SerialDialogue.open(engine, example.id);
      await shell.waitFor(/login: /, 100_000);
      shell.type('root\n');
      await shell.waitFor(/Password: /);
      shell.type('secret\n');
      await shell.waitFor(/[$#] /);
      await shell.run(
        'until ip -4 -o addr show eth0 | grep -q 10.20.30.40; do sleep 0.5; done',
        60_000,
      );
    }
  },
);

/** The control group that limits the CPU time of the process. */
async function groupFolder(id: number, version: 1 | 2): Promise<string> {
  const lines = (await readFile(`/proc/${id}/cgroup`, 'utf8'))
    .split('\n')
    .map((line) => line.split(':'));
  const [, , path = ''] =
    lines.find(([, names]) => (version === 2 ? names === '' : names?.split(',').includes('cpu'))) ??
    [];
  return join('/sys/fs/cgroup', version === 2 ? '' : 'cpu', path);
}

/**
 * A second machine on a network of this one: a network namespace with a listener. This machine
 * listens on its own end, too.
 */
class Neighbor {
  readonly hostAddress = '203.0.113.1';
  readonly address = '203.0.113.2';
  readonly port = 4000;
  readonly #name = `neighbor${process.pid}`;
  readonly #remote: ChildProcess;
  readonly #local = createServer((socket) => socket.end('reached\n'));

  private constructor() {
    const ip = (...args: string[]) => execFileSync('ip', args);
    ip('netns', 'add', this.#name);
    ip('link', 'add', 'neighbor0', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', this.#name);
    ip('address', 'add', `${this.hostAddress}/30`, 'dev', 'neighbor0');
    ip('link', 'set', 'neighbor0', 'up');
    ip('-n', this.#name, 'address', 'add', `${this.address}/30`, 'dev', 'eth0');
    ip('-n', this.#name, 'link', 'set', 'eth0', 'up');
    const program = `require('node:net').createServer((socket) => socket.end('reached\\n')).listen(${this.port}, () => console.log('ready'))`;
    this.#remote = spawn('ip', ['netns', 'exec', this.#name, process.execPath, '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  get hostPort(): number {
    return (this.#local.address() as AddressInfo).port;
  }

  static async create(): Promise<Neighbor> {
    const neighbor = new Neighbor();
    await new Promise((resolve) => neighbor.#remote.stdout?.once('data', resolve));
    await new Promise<void>((resolve) => neighbor.#local.listen(0, neighbor.hostAddress, resolve));
    return neighbor;
  }

  close(): void {
    this.#remote.kill();
    this.#local.close();
    execFileSync('ip', ['link', 'delete', 'neighbor0']);
    execFileSync('ip', ['netns', 'delete', this.#name]);
  }
}
