import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

export interface ArchiveFile {
  path: string;
  content: string | Buffer;
  /** Unix mode including the file type. Defaults to a regular file. */
  mode?: number;
  /** The size that the archive claims, if it differs from the actual one. */
  claimedSize?: number;
}

/** Creates a zip file in the form that common tools write. */
export function zip(files: readonly ArchiveFile[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content, mode = 0o100644, claimedSize } of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const name = Buffer.from(path);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(bytes), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(claimedSize ?? bytes.length, 8);
    const local = Buffer.concat([
      Buffer.from('504b0304140000000800000000 00'.replace(' ', ''), 'hex'),
      sizes,
      encodeUint16(name.length, 0),
      name,
      packed,
    ]);
    const header = Buffer.concat([
      Buffer.from('504b01021403140000000800', 'hex'),
      Buffer.alloc(4),
      sizes,
      encodeUint16(name.length, 0, 0, 0, 0),
    ]);
    directory.push(header, uint32(mode * 65_536), uint32(offset), name);
    bodies.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.concat([
    Buffer.from('504b0506', 'hex'),
    encodeUint16(0, 0, files.length, files.length),
    uint32(list.length),
    uint32(offset),
    encodeUint16(0),
  ]);
  return Buffer.concat([...bodies, list, end]);
}

const encodeUint16 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2);
  return bytes;
};
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0, 0);
  return bytes;
};

/** Creates a tar.gz file. `type` 2 is a symbolic link. */
export function tarGz(files: readonly (ArchiveFile & { type?: string })[]): Buffer {
  const blocks = files.flatMap(({ path, content, type = '0' }) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(path, 0);
    header.write('0000644\0', 100);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar\u000000', 257);
    header.write(
      `${[...header]
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    );
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
