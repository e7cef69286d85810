import { describe, expect, it } from 'vitest';
import { isoImage } from './isoImage.ts';
import { seedImage } from './seed.ts';

const at = new Date('2026-03-04T05:06:07Z');
const sector = (image: Buffer, number: number) =>
  image.subarray(number * 2048, (number + 1) * 2048);

/** The entries of a folder, as an ISO 9660 reader sees them. */
function entries(folder: Buffer, decode: (name: Buffer) => string) {
  const found: { name: Buffer; start: number; size: number }[] = [];
  for (let offset = 0; (folder[offset] ?? 0) > 0; offset += folder[offset] ?? 0) {
    const length = folder[offset + 32] ?? 0;
    found.push({
      name: folder.subarray(offset + 33, offset + 33 + length),
      start: folder.readUInt32LE(offset + 2),
      size: folder.readUInt32BE(offset + 14),
    });
  }
  return found.slice(2).map((entry) => ({ ...entry, name: decode(entry.name) }));
}
const utf16 = (name: Buffer) => Buffer.from(name).swap16().toString('utf16le');

describe('seed disk', () => {
  const image = seedImage(
    { metaData: 'instance-id: one\n', userData: '#cloud-config\n', networkConfig: 'version: 2\n' },
    at,
  );

  it('has the label cidata in both name spaces, and its declared size', () => {
    expect(sector(image, 16).subarray(0, 7).toString('latin1')).toBe('\u0001CD001\u0001');
    expect(sector(image, 16).subarray(40, 72).toString().trim()).toBe('cidata');
    expect(utf16(sector(image, 17).subarray(40, 72)).trim()).toBe('cidata');
    expect(sector(image, 16).readUInt32LE(80) * 2048).toBe(image.length);
  });

  it('contains the files under their fixed names', () => {
    const folder = sector(image, sector(image, 17).readUInt32LE(156 + 2));
    const files = entries(folder, utf16).map(({ name, start, size }) => [
      name,
      sector(image, start).subarray(0, size).toString(),
    ]);
    expect(files).toEqual([
      ['meta-data', 'instance-id: one\n'],
      ['user-data', '#cloud-config\n'],
      ['network-config', 'version: 2\n'],
    ]);
    const plain = sector(image, sector(image, 16).readUInt32LE(156 + 2));
    expect(entries(plain, String).map(({ name }) => name)).toEqual([
      'META-DATA;1',
      'USER-DATA;1',
      'NETWORK-CONFIG;1',
    ]);
  });

  it('keeps large files intact and contiguous, and writes no network configuration if none is given', () => {
    const userData = 'x'.repeat(5000);
    const large = seedImage({ metaData: 'y', userData }, at);
    const found = entries(sector(large, 24), utf16);
    expect(found.map(({ name }) => name)).toEqual(['meta-data', 'user-data']);
    const { start = 0, size = 0 } = found[1] ?? {};
    expect(large.subarray(start * 2048, start * 2048 + size).toString()).toBe(userData);
  });

  it('rejects more files than its folder can contain', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      name: `file-${index}`,
      content: Buffer.alloc(0),
    }));
    expect(() => isoImage('label', many, at)).toThrow(RangeError);
  });
});
