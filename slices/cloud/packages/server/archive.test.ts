import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ArchiveProblem, readArchive } from './archive.ts';
import { isSafePattern } from './pattern.ts';
import { tarGz, zip } from './testing/archives.ts';

const manifest = { path: 'manifest.json', content: '{}' };
const script = { path: 'install.sh', content: 'echo שלום\n' };
const textsOf = (files: Map<string, Buffer>) =>
  Object.fromEntries([...files].map(([path, content]) => [path, content.toString()]));
const expected = { 'manifest.json': '{}', 'install.sh': 'echo שלום\n' };

function withWrongChecksum(archive: Buffer): Buffer {
  const offset = archive.indexOf('PK\u0001\u0002') + 16;
  archive.writeUInt32LE((archive.readUInt32LE(offset) ^ 1) >>> 0, offset);
  return archive;
}

describe('an archive', () => {
  it.each([
    ['zip', zip([manifest, script])],
    [
      'zip with a folder around it',
      zip([
        { ...manifest, path: 'app-1.0/manifest.json' },
        { ...script, path: 'app-1.0/install.sh' },
      ]),
    ],
    ['tar.gz', tarGz([manifest, script])],
    [
      'tar.gz of a folder',
      tarGz([
        { path: './', content: '', type: '5' },
        { ...manifest, path: './manifest.json' },
        { ...script, path: './install.sh' },
      ]),
    ],
  ])('%s is read', async (_case, archive) => {
    expect(textsOf(await readArchive(archive))).toEqual(expected);
  });

  it.each<[string, Buffer, RegExp]>([
    ['a parent path in a zip', zip([{ path: '../../etc/passwd', content: 'x' }]), /not allowed/],
    ['a parent path in a tar', tarGz([{ path: 'a/../../b', content: 'x' }]), /not allowed/],
    ['an absolute path', tarGz([{ path: '/etc/passwd', content: 'x' }]), /start with/],
    ['a drive', zip([{ path: 'C:\\x', content: 'x' }]), /Invalid characters/],
    ['a blank in a name', zip([{ path: 'a b', content: 'x' }]), /Invalid characters/],
    ['a symbolic link in a zip', zip([{ path: 'link', content: '/etc', mode: 0o120777 }]), /Links/],
    ['a symbolic link in a tar', tarGz([{ path: 'link', content: '', type: '2' }]), /Links/],
    ['a device', tarGz([{ path: 'sda', content: '', type: '3' }]), /Links/],
    ['a file twice', zip([script, script]), /twice/],
    [
      'too many files',
      zip(Array.from({ length: 41 }, (_, index) => ({ path: `f${index}`, content: '' }))),
      /more than 40/,
    ],
    ['a decompression bomb', zip([{ path: 'bomb', content: Buffer.alloc(50_000_000) }]), /KiB/],
    [
      'a decompression bomb with a false size',
      zip([{ path: 'bomb', content: Buffer.alloc(50_000_000), claimedSize: 10 }]),
      /KiB/,
    ],
    ['a decompression bomb in a tar.gz', gzipSync(Buffer.alloc(50_000_000)), /KiB/],
    [
      'a size that isn’t that of its content',
      zip([{ ...script, claimedSize: Buffer.byteLength(script.content) + 1 }]),
      /damaged/,
    ],
    ['a wrong checksum', withWrongChecksum(zip([script])), /damaged/],
    ['half an archive', zip([manifest, script]).subarray(0, 60), /damaged/],
    ['half a tar.gz', tarGz([manifest, script]).subarray(0, 60), /damaged/],
    ['something else', Buffer.from('hello'), /zip or tar/],
    ['half a megabyte and more', Buffer.alloc(600_000), /512 KiB/],
  ])('with %s is rejected', async (_case, archive, message) => {
    const extraction = readArchive(archive);
    await expect(extraction).rejects.toThrow(ArchiveProblem);
    await expect(extraction).rejects.toThrow(message);
  });
});

describe('package pattern', () => {
  it.each(['^[a-z][a-z0-9_-]{2,30}$', '^\\d{1,3}$', '^[0-9a-f.:]+/[0-9]{1,3}$', '^abc$'])(
    '%s is accepted',
    (pattern) => {
      expect(isSafePattern(pattern)).toBe(true);
    },
  );
  it.each([
    '^(a+)+$',
    '^a|b$',
    'abc',
    '^a*a*a*a*b$',
    '^(?=x)$',
    '^a?a?a?a?a$',
    '^[z-a]$',
    '^\\1$',
    '^$',
  ])('%s is rejected', (pattern) => {
    expect(isSafePattern(pattern)).toBe(false);
  });
});
