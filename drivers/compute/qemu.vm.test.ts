import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  describeComputeConformance,
  exampleNic,
  exampleSpec,
  expectUserError,
} from './conformance.ts';
import type { EnginePower, ServerSpec } from './port.ts';
import { QemuEngine } from './qemu/engine.ts';
import { qemuArguments } from './qemu/process/arguments.ts';
import { claimStart, ServerConfinement } from './qemu/process/confinement.ts';
import { DataPaths } from './qemu/process/paths.ts';
import { makeSerialInput, startLaunch } from './qemu/process/process.ts';
import type { ServerState } from './qemu/state.ts';
import { SerialDialogue } from './testing/serialDialogue.ts';
import { skipReason, tinyGuestImage } from './testing/tinyGuest.ts';

const skipped = skipReason();
const loginLimitMs = 60_000;
const seed = (id: string) => ({
  metaData: `instance-id: ${id}\nlocal-hostname: web-1\n`,
  userData: [
    '#cloud-config',
    'hostname: web-1',
    'user: admin',
    'password: "s3cret word"',
    'chpasswd: { expire: false }',
    'ssh_authorized_keys:',
    '  - ssh-ed25519 AAAAkey me@example',
    'runcmd:',
    '  - echo first > /var/ran',
    '  - [sh, -c, "echo second >> /var/ran"]',
    '',
  ].join('\n'),
});

/** Folders, sockets and processes that still belong to a server. */
async function leftovers(dataDir: string, id: string): Promise<string[]> {
  const paths = new DataPaths(dataDir).server(id);
  const folders = [paths.folder, paths.runFolder].filter((folder) => existsSync(folder));
  const serverFolders = existsSync(join(dataDir, 'servers'))
    ? readdirSync(join(dataDir, 'servers')).filter((name) => name.includes(id))
    : [];
  const processes = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid));
  const lines = await Promise.all(
    processes.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return [...folders, ...serverFolders, ...lines.filter((line) => line.includes(id))];
}

describe.skipIf(skipped)(
  `with real virtual machines${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    describeComputeConformance('qemu', (dataDir) => new QemuEngine({ dataDir }), {
      image: tinyGuestImage,
      leftovers,
      untilUp: async (engine, id) => {
        const dialogue = await SerialDialogue.open(engine, id);
        await dialogue.waitFor(/login: /, loginLimitMs);
        dialogue.close();
      },
    });

    describe('qemu engine with the tiny guest', () => {
      let dataDir: string;
      let engine: QemuEngine;

      beforeAll(async () => {
        dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-qemu-'));
        engine = new QemuEngine({ dataDir });
        await engine.importImage(await tinyGuestImage());
      }, 300_000);

      afterAll(async () => {
        for (const { id } of await engine.list()) await engine.destroy(id);
        await engine.close();
        await rm(dataDir, { recursive: true, force: true });
      });

      const boot = async (changes: Partial<ServerSpec> = {}) => {
        const example = exampleSpec('tiny', {
          disks: [{ id: `boot-${performance.now()}`.replace('.', '-'), sizeGb: 1 }],
        });
        const spec = { ...example, seed: seed(example.id), ...changes };
        await engine.create(spec);
        await engine.start(spec.id);
        return spec;
      };
      const loggedIn = async (id: string) => {
        const dialogue = await SerialDialogue.open(engine, id);
        await dialogue.waitFor(/login: /, loginLimitMs);
        dialogue.type('admin\n');
        await dialogue.waitFor(/Password: /);
        dialogue.type('s3cret word\n');
        await dialogue.waitFor(/[$#] /);
        return dialogue;
      };
      const eventually = async (
        question: () => Promise<string>,
        pattern: RegExp,
        limitMs = 20_000,
      ) => {
        const deadline = performance.now() + limitMs;
        let answer = await question();
        while (!pattern.test(answer) && performance.now() < deadline) {
          await delay(200);
          answer = await question();
        }
        expect(answer).toMatch(pattern);
      };

      it('boots to a login prompt, applies the seed, uses the assigned address and responds on a forwarded port', async () => {
        const nic = exampleNic({ forwardTcp: [80] });
        const { id } = await boot({ nics: [nic] });
        const guest = await loggedIn(id);
        expect(await guest.run('hostname; id -un; cat ~/.ssh/authorized_keys')).toBe(
          'web-1\nadmin\nssh-ed25519 AAAAkey me@example',
        );
        await eventually(
          () => guest.run('ip -4 -o addr show eth0; ip route; cat /etc/resolv.conf'),
          /10\.20\.30\.40\/24[\s\S]*via 10\.20\.30\.1 [\s\S]*nameserver/,
        );
        await eventually(() => guest.run('cat /var/ran'), /^first\nsecond$/);
        const forward = (await engine.inspect(id))?.nics[0]?.forwards[0];
        expect(forward).toMatchObject({ guestPort: 80, host: '127.0.0.1' });
        const page = await fetch(`http://127.0.0.1:${forward?.hostPort}/`);
        expect(await page.text()).toBe('hello from web-1\n');

        const [sample] = await engine.sample([id]);
        expect(sample?.nics[0]?.sentBytes).toBeGreaterThan(300);
        expect(sample?.nics[0]?.receivedBytes).toBeGreaterThan(300);
        expect(sample?.disks[0]?.readBytes).toBeGreaterThan(1_000_000);
        await engine.destroy(id);
      });

      it('restores a changed file together with the memory of the snapshot, without a reboot', async () => {
        const { id } = await boot();
        const guest = await loggedIn(id);
        await guest.run('echo before > note; sync; sleep 999 & echo');
        await engine.createSnapshot(id, 'moment');
        expect(await guest.run('echo after > note; kill %1; sync; cat note')).toContain('after');
        expect(await engine.revertSnapshot(id, 'moment')).toEqual({ power: 'on' });
        expect(await guest.run('cat note; kill -0 %1 && echo still there')).toBe(
          'before\nstill there',
        );
        await engine.destroy(id);
      });

      it('keeps files across a power cycle and restores disks from a snapshot taken while off', async () => {
        const spec = await boot();
        const { id } = spec;
        let guest = await loggedIn(id);
        await guest.run('echo kept > note; sync');
        expect(await engine.stop(id, { graceful: true })).toEqual({ forced: false });
        await engine.createSnapshot(id, 'cold');
        await engine.start(id);
        guest = await loggedIn(id);
        expect(await guest.run('cat note; echo changed > note; sync')).toBe('kept');
        await engine.growDisk(id, spec.disks[0]?.id ?? '', 2);
        expect(await engine.revertSnapshot(id, 'cold')).toEqual({ power: 'off' });
        await engine.start(id);
        guest = await loggedIn(id);
        expect(await guest.run('cat note; cat /sys/block/vda/size')).toBe(`kept\n${2 * 2 ** 21}`);
        await engine.destroy(id);
      });

      it('resizes, adds and removes disks and network interfaces while the guest runs', async () => {
        const spec = await boot();
        const { id } = spec;
        const guest = await loggedIn(id);
        await eventually(() => guest.run('ip -4 -o addr show eth0'), /10\.20\.30\.40/);

        await engine.growDisk(id, spec.disks[0]?.id ?? '', 2);
        await eventually(
          () => guest.run('cat /sys/block/vda/size'),
          new RegExp(`^${2 * 2 ** 21}$`),
        );

        const disk = { id: '99999999-8888-4777-8666-555555555555', sizeGb: 1 };
        for (const _attempt of [1, 2]) await engine.attachDisk(id, disk);
        await eventually(() => guest.run('cat /sys/block/vdc/serial'), /^99999999888847778666$/);

        const nic = exampleNic({
          ipv4: { address: '10.8.0.2', prefix: 30, gateway: '10.8.0.1', dns: [] },
          forwardTcp: [80],
        });
        for (const _attempt of [1, 2]) await engine.attachNic(id, nic);
        await eventually(() => guest.run('ip -4 -o addr show eth1'), /10\.8\.0\.2/);
        const hostPort = (await engine.inspect(id))?.nics[1]?.forwards[0]?.hostPort;
        expect((await fetch(`http://127.0.0.1:${hostPort}/`)).status).toBe(200);

        await engine.connectNic(id, nic.id, false);
        await eventually(() => guest.run('cat /sys/class/net/eth1/carrier'), /^0$/);
        await engine.connectNic(id, nic.id, true);
        await eventually(() => guest.run('cat /sys/class/net/eth1/carrier'), /^1$/);

        await engine.suspend(id);
        await expectUserError(engine.removeDisk(id, disk.id), 'wrongState');
        await engine.resume(id);
        for (const _attempt of [1, 2]) await engine.removeNic(id, nic.id);
        for (const _attempt of [1, 2]) await engine.removeDisk(id, disk.id);
        await eventually(
          () => guest.run('ls /sys/block /sys/class/net | tr "\\n" " "'),
          /^(?!.*(vdc|eth1)).*eth0/,
        );
        expect(await engine.inspect(id)).toMatchObject({
          disks: [{ sizeGb: 2 }],
          nics: [{ id: spec.nics[0]?.id }],
        });
        expect(existsSync(new DataPaths(dataDir).server(id).disk(disk.id))).toBe(false);
        await engine.destroy(id);
      });

      it('grows the file system of an enlarged disk after a start', async () => {
        const { id } = await boot({ disks: [{ id: 'larger', sizeGb: 3 }] });
        const guest = await loggedIn(id);
        await eventually(() => guest.run("df -m / | awk 'END { print ($2 > 2800) }'"), /^1$/);
        await engine.destroy(id);
      });

      it('reports a killed process with the cause, and restarts the server', async () => {
        const { id } = await boot();
        const changes: { id: string; power: EnginePower; problem?: string }[] = [];
        const notified = new Promise<void>((resolve) => {
          engine.onPowerChange((change) => {
            changes.push(change);
            resolve();
          });
        });
        process.kill(
          Number(await readFile(new DataPaths(dataDir).server(id).pid, 'utf8')),
          'SIGKILL',
        );
        await notified;
        expect(changes).toEqual([
          { id, power: 'crashed', problem: expect.stringContaining('ended without') },
        ]);
        expect(await engine.inspect(id)).toMatchObject({
          power: 'crashed',
          problem: expect.stringContaining('Its disks are kept'),
        });
        await engine.start(id);
        expect(await engine.inspect(id)).toMatchObject({ power: 'on' });
        await engine.destroy(id);
        expect(await leftovers(dataDir, id)).toEqual([]);
      });

      it('ends a start that was interrupted before the CPU ran, and starts again', async () => {
        const spec = exampleSpec('tiny');
        await engine.create(spec);
        const paths = new DataPaths(dataDir).server(spec.id);
        const state = JSON.parse(await readFile(paths.state, 'utf8')) as ServerState;
        const confinement = new ServerConfinement(new DataPaths(dataDir));
        await confinement.openFolders(paths, state);
        await makeSerialInput(paths);
        const machine = { acceleration: 'emulation' } as const;
        const launch = await startLaunch(
          await confinement.server(state, paths, machine, {
            claim: await claimStart(paths),
            isBridged: false,
          }),
          paths,
        );
        await launch.start(
          ['qemu-system-x86_64', ...qemuArguments(state, paths, machine, null)],
          null,
          async () => undefined,
        );
        expect(await engine.inspect(spec.id)).toMatchObject({ power: 'off' });
        await engine.resize(spec.id, { cores: 1, ramMb: 160 });
        expect(await leftovers(dataDir, spec.id)).toEqual([paths.folder, spec.id]);
        await engine.start(spec.id);
        expect(await engine.inspect(spec.id)).toMatchObject({ power: 'on', ramMb: 160 });
        await engine.destroy(spec.id);
        expect(await leftovers(dataDir, spec.id)).toEqual([]);
      });

      it('reports that the guest powered itself off, but not that the portal did', async () => {
        const { id } = await boot();
        const guest = await loggedIn(id);
        const changes: unknown[] = [];
        const notified = new Promise<void>((resolve) => {
          engine.onPowerChange((change) => {
            changes.push(change);
            resolve();
          });
        });
        await guest.run('cat /proc/uptime');
        guest.type('su -c poweroff\n');
        await guest.waitFor(/Password: /);
        guest.type('s3cret word\n');
        await notified;
        expect(changes).toEqual([{ id, power: 'off' }]);
        expect(await engine.inspect(id)).toMatchObject({ power: 'off' });
        await engine.start(id);
        await engine.stop(id, { graceful: false });
        expect(changes).toHaveLength(1);
        await engine.destroy(id);
      });

      it('forces an unresponsive guest off, and reports it', async () => {
        const { id } = await boot({ source: { kind: 'blank' } });
        expect(await engine.stop(id, { graceful: true, timeoutMs: 1000 })).toEqual({
          forced: true,
        });
        expect(await engine.inspect(id)).toMatchObject({ power: 'off' });
        await engine.destroy(id);
      });

      it('supports a second portal process beside the first, including consoles', async () => {
        const { id } = await boot();
        const first = await loggedIn(id);
        const other = new QemuEngine({ dataDir });
        expect(await other.inspect(id)).toEqual(await engine.inspect(id));
        const second = await SerialDialogue.open(other, id);
        await second.waitFor(/login: admin/);
        expect(await first.run('echo seen by both')).toBe('seen by both');
        await second.waitFor(/seen by both/);
        expect((await other.screenshot(id))?.subarray(1, 4).toString()).toBe('PNG');
        const screen = await other.openConsole(id, 'vnc');
        const greeting = await new Promise<Buffer>((resolve) => screen.once('data', resolve));
        expect(greeting.toString()).toBe('RFB 003.008\n');
        screen.destroy();
        await other.close();
        await engine.destroy(id);
      });

      it('shows every character of the serial console once, even if the portal is too busy to read for a while', async () => {
        const { id } = await boot();
        const dialogue = await loggedIn(id);
        dialogue.type('seq 1 3000; echo al""l\n');
        await dialogue.waitFor(/\n1\r\n/);
        const busyUntil = performance.now() + 2000;
        while (performance.now() < busyUntil);
        const [, output = ''] = await dialogue.waitFor(/([\s\S]*)\r\nall/, loginLimitMs);
        expect(output.split('\r\n').filter(Boolean)).toEqual(
          Array.from({ length: 2999 }, (_, index) => `${index + 2}`),
        );
        dialogue.close();
        await engine.destroy(id);
      });

      it('runs two isolated servers at once', async () => {
        const servers = await Promise.all([boot(), boot()]);
        const guests = await Promise.all(servers.map(({ id }) => loggedIn(id)));
        await Promise.all(guests.map((guest, index) => guest.run(`echo server ${index} > note`)));
        expect(await Promise.all(guests.map((guest) => guest.run('cat note')))).toEqual([
          'server 0',
          'server 1',
        ]);
        expect((await engine.sample(servers.map(({ id }) => id))).map(({ id }) => id)).toEqual(
          servers.map(({ id }) => id),
        );
        for (const { id } of servers) await engine.destroy(id);
        for (const { id } of servers) expect(await leftovers(dataDir, id)).toEqual([]);
      });

      it('works in a data folder whose path is too long for a socket', async () => {
        const longDir = join(dataDir, 'a'.repeat(90));
        const longPathEngine = new QemuEngine({ dataDir: longDir });
        await longPathEngine.importImage(await tinyGuestImage());
        const spec = exampleSpec('tiny');
        await longPathEngine.create(spec);
        await longPathEngine.start(spec.id);
        expect(await longPathEngine.inspect(spec.id)).toMatchObject({ power: 'on' });
        await longPathEngine.destroy(spec.id);
        expect(await leftovers(longDir, spec.id)).toEqual([]);
        await longPathEngine.close();
      });

      it('rejects sizes that exceed the host and images with a backing file, and leaves nothing behind', async () => {
        const large = exampleSpec('tiny', { disks: [{ id: 'large', sizeGb: 16_000 }] });
        expect((await expectUserError(engine.create(large), 'noSpace')).message).toContain(
          '16000 GB',
        );
        const greedy = exampleSpec('tiny', { ramMb: 1_000_000 });
        await engine.create(greedy);
        expect((await expectUserError(engine.start(greedy.id), 'noMemory')).message).toContain(
          '1000000 MB',
        );
        expect(await engine.inspect(greedy.id)).toMatchObject({ power: 'off' });
        await engine.destroy(greedy.id);

        const secret = join(dataDir, 'secret');
        await writeFile(secret, 'of the host'.repeat(100));
        const overlay = join(dataDir, 'overlay.qcow2');
        execFileSync('qemu-img', [
          'create',
          '-q',
          '-f',
          'qcow2',
          '-b',
          secret,
          '-F',
          'raw',
          overlay,
        ]);
        expect(
          (
            await expectUserError(
              engine.importImage({ id: 'overlay', path: overlay, format: 'qcow2' }),
              'refused',
            )
          ).message,
        ).toContain(secret);
        await expectUserError(
          engine.importImage({ id: 'disguised', path: overlay, format: 'raw' }),
          'refused',
        );
        const external = join(dataDir, 'external.qcow2');
        execFileSync('qemu-img', [
          'create',
          '-q',
          '-f',
          'qcow2',
          '-o',
          `data_file=${secret}.data,data_file_raw=on`,
          external,
          '1M',
        ]);
        await expectUserError(
          engine.importImage({ id: 'external', path: external, format: 'qcow2' }),
          'refused',
        );
        await writeFile(join(dataDir, 'broken.qcow2'), 'QFI\u00fb and nothing', 'latin1');
        await expectUserError(
          engine.importImage({
            id: 'broken',
            path: join(dataDir, 'broken.qcow2'),
            format: 'qcow2',
          }),
          'refused',
        );
        await expectUserError(
          engine.importImage({ id: 'absent', path: join(dataDir, 'absent'), format: 'raw' }),
          'notFound',
        );
        expect(readdirSync(join(dataDir, 'images'))).toEqual(['tiny']);
      });
    });
  },
);
