import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QemuImgConverter } from './converter.ts';
import type { ConvertOptions, ImageRejected } from './port.ts';
import { runSandboxed } from './sandbox.ts';
import { tarOf } from './testing/tar.ts';

const converter = new QemuImgConverter();
const missing = await converter.obstacle();
const limits = { memoryBytes: 2 ** 31, cpuSeconds: 20, fileBytes: 2 ** 30 };
const defaultOptions: ConvertOptions = { maxVirtualGb: 100, maxBytes: 2 ** 30 };

describe.skipIf(missing)(`foreign images${missing ? ` (skipped: ${missing.problem})` : ''}`, () => {
  let folder: string;
  let raw: string;
  const pathOf = (name: string) => join(folder, name);
  const qemuImg = (...args: string[]) =>
    execFileSync('qemu-img', args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();
  const convert = (source: string, options: Partial<ConvertOptions> = {}) =>
    converter.convert(source, pathOf('work'), { ...defaultOptions, ...options });
  /** Whether a disk has the same content as the raw image. */
  const sameAsRaw = (path: string) => qemuImg('compare', '-f', 'qcow2', '-F', 'raw', path, raw);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloudberth-convert-'));
    raw = pathOf('disk.raw');
    await writeFile(raw, Buffer.alloc(3 * 2 ** 20, 'content of a disk '));
    await truncate(raw, 64 * 2 ** 20);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['raw', 'raw', []],
    ['qcow2', 'qcow2', []],
    ['qcow2', 'qcow2', ['-c']],
    ['vmdk', 'vmdk', []],
    ['vmdk', 'vmdk', ['-o', 'subformat=streamOptimized']],
    ['vpc', 'vhd', ['-o', 'force_size=on']],
    ['vpc', 'vhd', ['-o', 'subformat=fixed,force_size=on']],
    ['vhdx', 'vhdx', []],
  ])(
    'in %s format become a flat qcow2 with the same content (%s %j)',
    async (qemuFormat, format, options) => {
      const source = pathOf(`source.${qemuFormat}`);
      qemuImg('convert', '-f', 'raw', '-O', qemuFormat, ...options, raw, source);
      let lastPercent = 0;
      const converted = await convert(source, {
        progress: (percent) => (lastPercent = Math.max(lastPercent, percent)),
      });
      expect(converted).toMatchObject({
        format: 'qcow2',
        from: format,
        virtualBytes: 64 * 2 ** 20,
      });
      expect(lastPercent).toBe(100);
      expect(sameAsRaw(converted.path)).toContain('Images are identical');
      expect(JSON.parse(qemuImg('info', '--output=json', converted.path))).not.toHaveProperty(
        'backing-filename',
      );
      expect(await readdir(pathOf('work'))).toEqual(['disk']);
    },
  );

  it('that are appliances are converted to their only disk', async () => {
    const vmdk = pathOf('inner.vmdk');
    qemuImg('convert', '-f', 'raw', '-O', 'vmdk', '-o', 'subformat=streamOptimized', raw, vmdk);
    await writeFile(
      pathOf('a.ova'),
      tarOf([
        { name: 'a.ovf', content: 'xml' },
        { name: 'a-disk1.vmdk', content: await readFile(vmdk) },
      ]),
    );
    const converted = await convert(pathOf('a.ova'));
    expect(converted).toMatchObject({ format: 'qcow2', from: 'ova' });
    expect(sameAsRaw(converted.path)).toContain('Images are identical');
    expect(await readdir(pathOf('work'))).toEqual(['disk']);
  });

  it.each<[string, (secret: string, path: string) => void, RegExp]>([
    [
      'with a backing file',
      (secret, path) => qemuImg('create', '-q', '-f', 'qcow2', '-b', secret, '-F', 'raw', path),
      /rests on another file/,
    ],
    [
      'with a data file',
      (secret, path) =>
        qemuImg(
          'create',
          '-q',
          '-f',
          'qcow2',
          '-o',
          `data_file=${secret}.data,data_file_raw=on`,
          path,
          '1M',
        ),
      /in another file|cannot be read/,
    ],
    [
      'of several files',
      (_secret, path) =>
        qemuImg('create', '-q', '-f', 'vmdk', '-o', 'subformat=twoGbMaxExtentSparse', path, '1M'),
      /other files/,
    ],
    [
      'with a flat extent',
      (_secret, path) =>
        qemuImg('create', '-q', '-f', 'vmdk', '-o', 'subformat=monolithicFlat', path, '1M'),
      /other files/,
    ],
  ])(
    '%s are rejected, and the output contains no data of the host',
    async (_case, make, message) => {
      const secret = pathOf('secret');
      await writeFile(secret, 'of the host'.repeat(1000));
      const path = pathOf('trick');
      await rm(path, { force: true });
      make(secret, path);
      await expect(convert(path)).rejects.toThrow(message);
      expect(existsSync(pathOf('work'))).toBe(false);
    },
  );

  it('in VMDK format whose descriptor names a host file are rejected', async () => {
    const path = pathOf('renamed.vmdk');
    qemuImg('convert', '-f', 'raw', '-O', 'vmdk', raw, path);
    const file = await open(path, 'r+');
    const header = Buffer.alloc(2048);
    await file.read(header, 0, header.length, 0);
    const text = header.toString('latin1');
    const line = /RW \d+ SPARSE "renamed\.vmdk"/.exec(text)?.[0] ?? '';
    const forged =
      `${line.replace('SPARSE', 'FLAT').replace(/"[^"]*"$/, '"/etc/passwd" 0')}`.padEnd(
        line.length,
        ' ',
      );
    expect(line).not.toBe('');
    await file.write(Buffer.from(text.replace(line, forged), 'latin1'), 0, header.length, 0);
    await file.close();
    const outcome = await convert(path).then(
      ({ path }) => readFile(path, 'latin1'),
      (error: ImageRejected) => `refused: ${error.kind}`,
    );
    expect(outcome).not.toContain('root:');
  });

  it('with a virtual size above the limit, or with more data than free space, are rejected', async () => {
    const huge = pathOf('huge.qcow2');
    qemuImg('create', '-q', '-f', 'qcow2', huge, '101G');
    await expect(convert(huge)).rejects.toThrow(/has 101 GB; 100 GB is the most/);
    const full = pathOf('full.raw');
    await writeFile(full, Buffer.alloc(8 * 2 ** 20, 'x'));
    await expect(convert(full, { maxBytes: 2 ** 20 })).rejects.toMatchObject({ kind: 'tooLarge' });
    expect(existsSync(pathOf('work'))).toBe(false);
  });

  it('that are damaged are rejected with a readable message', async () => {
    await writeFile(
      pathOf('broken'),
      Buffer.concat([Buffer.from('QFI\xfb', 'latin1'), Buffer.alloc(5000, 'nonsense')]),
    );
    await expect(convert(pathOf('broken'))).rejects.toMatchObject({
      kind: 'damaged',
      message: expect.stringMatching(/cannot be read as qcow2.*\.$/),
    });
  });

  it('can be canceled while converting', async () => {
    const stop = new AbortController();
    const conversion = convert(raw, { signal: stop.signal });
    stop.abort();
    await expect(conversion).rejects.toThrow(/abort/);
    expect(existsSync(pathOf('work'))).toBe(false);
  });

  describe('in the sandbox', () => {
    const run = async (command: string) => {
      const sandboxFolder = await mkdtemp(join(folder, 'box-'));
      return await runSandboxed(sandboxFolder, ['sh', '-c', command], limits);
    };

    it('can read no host files and use no network', async () => {
      expect((await run('echo *; ls / | tr "\\n" " "')).stdout).toBe(
        '*\nbin dev etc lib lib64 sbin usr work ',
      );
      expect((await run('cat /etc/passwd')).stderr).toContain('No such file');
      expect((await run(`cat ${raw}`)).stderr).toContain('No such file');
      expect((await run('cat /proc/1/environ; ls /sys')).stderr).toContain('No such file');
      expect((await run('echo x > /usr/bin/x')).stderr).toContain('Read-only');
      const network = await run('(ip -o link || true); getent hosts debian.org || echo none');
      expect(network.stdout).toMatch(/none\n$/);
      expect(network.stdout).not.toMatch(/state UP/);
    });

    it.runIf(process.getuid?.() === 0)(
      'are read by an unprivileged user, and the result belongs to the portal',
      async () => {
        const sandboxFolder = await mkdtemp(join(folder, 'box-'));
        const { stdout } = await runSandboxed(
          sandboxFolder,
          ['sh', '-c', 'id -u; id -G; : > out'],
          limits,
        );
        const [user, groups] = stdout.split('\n');
        expect(Number(user)).toBeGreaterThan(0);
        expect(groups?.split(' ')).not.toContain('0');
        expect((await stat(join(sandboxFolder, 'out'))).uid).toBe(0);
        expect((await stat(sandboxFolder)).uid).toBe(0);
      },
    );

    it('have no privileges to escape', async () => {
      expect((await run('mount -t tmpfs none /work')).exitCode).not.toBe(0);
      expect((await run('chroot /work /bin/sh')).stderr).toMatch(/not permitted/);
      expect((await run('mknod /work/disk b 8 0')).stderr).toMatch(/not permitted/);
      expect((await run('unshare -U true')).exitCode).not.toBe(0);
      expect((await run('touch /work/mine && echo ok')).stdout).toBe('ok\n');
    });

    it('are subject to resource limits', async () => {
      const sandboxFolder = await mkdtemp(join(folder, 'box-'));
      const spin = await runSandboxed(sandboxFolder, ['sh', '-c', 'while :; do :; done'], {
        ...limits,
        cpuSeconds: 1,
      });
      expect(spin.exitCode).not.toBe(0);
      const write = await runSandboxed(sandboxFolder, ['sh', '-c', 'yes > long'], {
        ...limits,
        fileBytes: 4096,
      });
      expect(write.exitCode).not.toBe(0);
      expect((await readFile(join(sandboxFolder, 'long'))).length).toBe(4096);
    });
  });
});
