import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractDisk, readArchive } from './archive.ts';
import { formatOf } from './format.ts';
import { tarOf } from './testing/tar.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudberth-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function archive(...entries: Parameters<typeof tarOf>[0]): Promise<string> {
  const path = join(folder, 'archive.ova');
  await writeFile(path, tarOf(entries));
  return path;
}

describe('an appliance', () => {
  it('is recognized by its content, and its single disk is extracted', async () => {
    const content = Buffer.from('the disk'.repeat(200));
    const path = await archive(
      { name: 'a.ovf', content: 'xml' },
      { name: 'a-disk1.vmdk', content },
      { name: 'a.mf', content: 'sums' },
    );
    expect(await formatOf(path)).toBe('ova');
    const target = join(folder, 'disk');
    expect(await extractDisk(path, target)).toMatchObject({
      name: 'a-disk1.vmdk',
      size: content.length,
    });
    expect(await readFile(target)).toEqual(content);
  });

  it.each<[string, Parameters<typeof tarOf>[0], RegExp]>([
    ['no disk', [{ name: 'a.ovf', content: 'xml' }], /holds no disk/],
    [
      'two disks',
      [1, 2].map((number) => ({ name: `${number}.vmdk`, content: 'x' })),
      /holds 2 disks \(1\.vmdk, 2\.vmdk\)/,
    ],
    ['an empty disk', [{ name: 'a.vmdk', content: '' }], /is empty/],
    ['a link', [{ name: 'a.vmdk', content: '', type: '2' }], /a link or a device/],
    ['a hard link', [{ name: 'a.vmdk', content: '', type: '1' }], /a link or a device/],
    ['a name above it', [{ name: '../../etc/passwd.vmdk', content: 'x' }], /leads outside/],
    ['a whole path', [{ name: '/etc/a.vmdk', content: 'x' }], /leads outside/],
    ['a Windows path', [{ name: 'C:\\a.vmdk', content: 'x' }], /leads outside/],
    [
      'too many entries',
      Array.from({ length: 101 }, (_, number) => ({ name: `${number}`, content: '' })),
      /more than 100/,
    ],
    [
      'an entry longer than the file',
      [{ name: 'a.vmdk', content: 'x', claims: 2 ** 40 }],
      /cut off/,
    ],
    ['an invalid size', [{ name: 'a.vmdk', content: 'x', sizeText: 'many' }], /no readable size/],
    [
      'a long name that leads away',
      [
        { name: 'x', type: 'L', content: '../evil.vmdk\0' },
        { name: 'a.vmdk', content: 'x' },
      ],
      /leads outside/,
    ],
    [
      'a size beside the header',
      [
        { name: 'x', type: 'x', content: '18 size=9999999999\n' },
        { name: 'a.vmdk', content: 'x' },
      ],
      /form that is not read/,
    ],
  ])('with %s is rejected', async (_case, entries, message) => {
    await expect(extractDisk(await archive(...entries), join(folder, 'never'))).rejects.toThrow(
      message,
    );
    await expect(readFile(join(folder, 'never'))).rejects.toThrow('ENOENT');
  });

  it('supports the GNU and POSIX extensions for entry names', async () => {
    const long = `${'a'.repeat(120)}.vmdk`;
    const gnu = await archive(
      { name: '././@LongLink', type: 'L', content: `${long}\0` },
      { name: long.slice(0, 99), content: 'x' },
    );
    expect((await readArchive(gnu)).map(({ name }) => name)).toEqual([long]);
    const posix = await archive(
      { name: 'x', type: 'x', content: `${long.length + 9} path=${long}\n` },
      { name: 'short', content: 'x' },
    );
    expect((await readArchive(posix)).map(({ name }) => name)).toEqual([long]);
  });
});

describe('file format', () => {
  const cd = Buffer.alloc(40_000);
  cd.write('CD001', 16 * 2048 + 1);
  const footer = (type: number) => {
    const bytes = Buffer.alloc(512);
    bytes.write('conectix');
    bytes.writeUInt32BE(type, 60);
    return bytes;
  };
  it.each<[string, Buffer, string]>([
    ['no mark', Buffer.alloc(4096), 'raw'],
    ['qcow2', Buffer.concat([Buffer.from('QFI\xfb', 'latin1'), Buffer.alloc(600)]), 'qcow2'],
    ['a CD', cd, 'iso'],
    ['a VHD of fixed size', Buffer.concat([Buffer.alloc(4096), footer(2)]), 'vhd'],
    ['a VHD that grows', Buffer.concat([footer(3), Buffer.alloc(4096), footer(3)]), 'vhd'],
    ['a VHDX', Buffer.concat([Buffer.from('vhdxfile'), Buffer.alloc(600)]), 'vhdx'],
  ])('with %s is recognized', async (_case, content, format) => {
    const path = join(folder, 'format');
    await writeFile(path, content);
    expect(await formatOf(path)).toBe(format);
  });

  it.each<[string, Buffer, RegExp]>([
    [
      'that is packed',
      Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(600)]),
      /packed \(gzip\)/,
    ],
    [
      'that only describes a VMDK',
      Buffer.from(`# Disk DescriptorFile\n${'x'.repeat(600)}`),
      /other files/,
    ],
    ['of another program', Buffer.concat([Buffer.from('QED\0'), Buffer.alloc(600)]), /not taken/],
    [
      'that is encrypted',
      Buffer.concat([Buffer.from('LUKS\xba\xbe', 'latin1'), Buffer.alloc(600)]),
      /encrypted/,
    ],
    [
      'with differences only',
      Buffer.concat([footer(4), Buffer.alloc(4096), footer(4)]),
      /differences/,
    ],
    ['that is cut off', Buffer.concat([footer(3), Buffer.alloc(4096)]), /cut off/],
    ['of nothing', Buffer.alloc(0), /0 bytes/],
  ])('%s is rejected', async (_case, content, message) => {
    const path = join(folder, 'refused');
    await writeFile(path, content);
    await expect(formatOf(path)).rejects.toThrow(message);
  });
});
