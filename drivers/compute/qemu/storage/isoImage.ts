const sectorBytes = 2048;

export interface IsoFile {
  /** File name in the root folder, at most 64 characters. */
  name: string;
  content: Buffer;
}

/**
 * A small ISO 9660 image with Joliet names: one folder, read-only, for cloud-init's NoCloud seed.
 * Linux and Windows read the Joliet tree (names as given), while the plain tree contains the same
 * files in capital letters. Layout according to ECMA-119: 16 system sectors, volume descriptors,
 * path tables, the two root folders, the files.
 */
export function isoImage(volumeLabel: string, files: readonly IsoFile[], at: Date): Buffer {
  const sector = { plainPath: 19, jolietPath: 21, plainRoot: 23, jolietRoot: 24, files: 25 };
  let next = sector.files;
  const placed = files.map((file) => {
    const start = next;
    next += Math.max(1, Math.ceil(file.content.length / sectorBytes));
    return { ...file, start };
  });
  const image = Buffer.alloc(next * sectorBytes);
  const put = (sector: number, bytes: Buffer) => bytes.copy(image, sector * sectorBytes);

  put(
    16,
    volumeDescriptor(
      1,
      plainName,
      volumeLabel,
      next,
      sector.plainPath,
      directoryRecord(Buffer.from([0]), sector.plainRoot, sectorBytes, true, at),
    ),
  );
  put(
    17,
    volumeDescriptor(
      2,
      jolietName,
      volumeLabel,
      next,
      sector.jolietPath,
      directoryRecord(Buffer.from([0]), sector.jolietRoot, sectorBytes, true, at),
    ),
  );
  put(18, Buffer.concat([Buffer.from([255]), Buffer.from('CD001'), Buffer.from([1])]));
  for (const [path, root] of [
    [sector.plainPath, sector.plainRoot],
    [sector.jolietPath, sector.jolietRoot],
  ] as const) {
    put(path, pathTable(root, false));
    put(path + 1, pathTable(root, true));
  }
  put(
    sector.plainRoot,
    folder(sector.plainRoot, placed, (name) => plainName(`${name.toUpperCase()};1`), at),
  );
  put(sector.jolietRoot, folder(sector.jolietRoot, placed, jolietName, at));
  for (const file of placed) put(file.start, file.content);
  return image;
}

const plainName = (name: string) => Buffer.from(name, 'ascii');
/** Joliet stores names as big-endian 16-bit characters. */
const jolietName = (name: string) => Buffer.from(name, 'utf16le').swap16();

function volumeDescriptor(
  type: 1 | 2,
  encode: (text: string) => Buffer,
  label: string,
  sectors: number,
  path: number,
  root: Buffer,
): Buffer {
  const bytes = Buffer.alloc(sectorBytes);
  const text = (offset: number, length: number, value: string) => {
    const blank = encode(' ');
    for (
      let blockStart = offset;
      blockStart + blank.length <= offset + length;
      blockStart += blank.length
    )
      blank.copy(bytes, blockStart);
    encode(value).copy(bytes, offset, 0, length);
  };
  bytes[0] = type;
  bytes.write('CD001', 1, 'ascii');
  bytes[6] = 1;
  text(8, 32, '');
  text(40, 32, label);
  bothEndian32(bytes, 80, sectors);
  if (type === 2) bytes.write('%/E', 88, 'ascii'); // Joliet level 3
  bothEndian16(bytes, 120, 1);
  bothEndian16(bytes, 124, 1);
  bothEndian16(bytes, 128, sectorBytes);
  bothEndian32(bytes, 132, 10); // bytes of the path table
  bytes.writeUInt32LE(path, 140);
  bytes.writeUInt32BE(path + 1, 148);
  root.copy(bytes, 156);
  for (const [offset, length] of [[190, 128], [318, 128], [446, 128], [574, 128], [702, 37], [739, 37], [776, 37]] as const) text(offset, length, ''); // biome-ignore format: a table
  for (const offset of [813, 830, 847, 864]) bytes.write('0'.repeat(16), offset, 'ascii');
  bytes[881] = 1;
  return bytes;
}

function folder(
  self: number,
  files: readonly (IsoFile & { start: number })[],
  encode: (name: string) => Buffer,
  at: Date,
): Buffer {
  const entries = [
    directoryRecord(Buffer.from([0]), self, sectorBytes, true, at),
    directoryRecord(Buffer.from([1]), self, sectorBytes, true, at),
    ...files.map(({ name, start, content }) =>
      directoryRecord(encode(name), start, content.length, false, at),
    ),
  ];
  const bytes = Buffer.concat(entries);
  if (bytes.length > sectorBytes)
    throw new RangeError(`${files.length} files do not fit into one folder sector of an ISO image`);
  return bytes;
}

function directoryRecord(
  name: Buffer,
  start: number,
  size: number,
  isFolder: boolean,
  at: Date,
): Buffer {
  const length = 33 + name.length + (name.length % 2 === 0 ? 1 : 0);
  const bytes = Buffer.alloc(length);
  bytes[0] = length;
  bothEndian32(bytes, 2, start);
  bothEndian32(bytes, 10, size);
  const date = [
    at.getUTCFullYear() - 1900,
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
    0,
  ];
  Buffer.from(date).copy(bytes, 18);
  bytes[25] = isFolder ? 2 : 0;
  bothEndian16(bytes, 28, 1);
  bytes[32] = name.length;
  name.copy(bytes, 33);
  return bytes;
}

/** Contains a single entry, the root folder. */
function pathTable(root: number, bigEndian: boolean): Buffer {
  const bytes = Buffer.alloc(10);
  bytes[0] = 1;
  if (bigEndian) bytes.writeUInt32BE(root, 2);
  else bytes.writeUInt32LE(root, 2);
  if (bigEndian) bytes.writeUInt16BE(1, 6);
  else bytes.writeUInt16LE(1, 6);
  return bytes;
}

function bothEndian32(bytes: Buffer, offset: number, value: number): void {
  bytes.writeUInt32LE(value, offset);
  bytes.writeUInt32BE(value, offset + 4);
}

function bothEndian16(bytes: Buffer, offset: number, value: number): void {
  bytes.writeUInt16LE(value, offset);
  bytes.writeUInt16BE(value, offset + 2);
}
