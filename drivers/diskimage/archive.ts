import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ImageRejected } from './port.ts';

export interface ArchiveEntry {
  name: string;
  /** Position of the entry's content in the archive, in bytes. */
  offset: number;
  size: number;
}

const blockBytes = 512;
const maxEntries = 100;
/**
 * For names longer than a header can contain and descriptions of the next entry, which are always
 * small.
 */
const extensionMaxBytes = 64 * 1024;
const diskName = /\.(vmdk|vhdx?|qcow2|img|raw)$/i;
const archiveError = (message: string) => new ImageRejected('archive', message);

/**
 * Reads the entries of a tar archive from their headers, without unpacking it. Throws
 * `ImageRejected` for names outside the folder, for anything but files and folders, for more than a
 * hundred entries, and for sizes that exceed the file.
 */
export async function readArchive(path: string): Promise<ArchiveEntry[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const entries: ArchiveEntry[] = [];
    let longName: string | null = null;
    for (let offset = 0; offset + blockBytes <= size; ) {
      const header = await blockAt(file, offset);
      if (header.every((byte) => byte === 0)) break;
      const length = sizeIn(header);
      const content = offset + blockBytes;
      if (content + length > size)
        throw archiveError('The archive is cut off: an entry is longer than the file.');
      if (entries.length >= maxEntries)
        throw archiveError(`The archive has more than ${maxEntries} entries.`);
      const type = String.fromCharCode(header[156] ?? 0);
      if (type === 'L' || type === 'x')
        longName = (await longNameAt(file, content, length, type)) ?? longName;
      else {
        const name: string = longName ?? fileNameOf(header);
        longName = null;
        checkEntry(name, type);
        if (type !== '5') entries.push({ name, offset: content, size: length });
      }
      offset = content + Math.ceil(length / blockBytes) * blockBytes;
    }
    return entries;
  } finally {
    await file.close();
  }
}

/**
 * Writes the archive's only disk to `target`. Throws `ImageRejected` when there is none, or more
 * than one.
 */
export async function extractDisk(
  path: string,
  target: string,
  signal?: AbortSignal,
): Promise<ArchiveEntry> {
  const disks = (await readArchive(path)).filter(({ name }) => diskName.test(name));
  const [disk] = disks;
  if (!disk)
    throw archiveError('The archive holds no disk (.vmdk, .vhd, .vhdx, .qcow2, .img or .raw).');
  if (disks.length > 1)
    throw archiveError(
      `The archive holds ${disks.length} disks (${disks.map(({ name }) => name).join(', ')}); bring each as an image of its own.`,
    );
  if (disk.size === 0) throw archiveError(`The disk ${disk.name} of the archive is empty.`);
  const from = createReadStream(path, {
    start: disk.offset,
    end: disk.offset + disk.size - 1,
    highWaterMark: 2 ** 20,
  });
  await pipeline(from, createWriteStream(target, { mode: 0o600 }), { ...(signal && { signal }) });
  return disk;
}

function checkEntry(name: string, type: string): void {
  if (type !== '0' && type !== '\0' && type !== '5')
    throw archiveError(`The archive holds "${name}", which is a link or a device.`);
  const parts = name.split(/[\\/]/);
  if (name === '' || name.startsWith('/') || /^[A-Za-z]:/.test(name) || parts.includes('..'))
    throw archiveError(`The archive holds the name "${name}", which leads outside of it.`);
}

async function blockAt(file: FileHandle, offset: number): Promise<Buffer> {
  const block = Buffer.alloc(blockBytes);
  await file.read(block, 0, blockBytes, offset);
  return block;
}

/** Octal text or, from 8 GiB up, a big-endian number whose first bit is set. */
function sizeIn(header: Buffer): number {
  const field = header.subarray(124, 136);
  if (((field[0] ?? 0) & 0x80) !== 0) {
    const value = field.readBigUInt64BE(4);
    if (value > BigInt(Number.MAX_SAFE_INTEGER))
      throw archiveError('The archive claims an entry of an impossible size.');
    return Number(value);
  }
  const text = field
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
    .trim();
  if (!/^[0-7]*$/.test(text))
    throw archiveError('The archive is damaged: an entry has no readable size.');
  return text === '' ? 0 : Number.parseInt(text, 8);
}

function fileNameOf(header: Buffer): string {
  const text = (start: number, length: number) =>
    header.toString('utf8', start, start + length).replace(/\0[\s\S]*$/, '');
  const prefix = text(345, 155);
  return prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`;
}

/**
 * The name of the next entry from an extension: in GNU's `L` the content is the name, and POSIX's
 * `x` has lines `length key=value`.
 */
async function longNameAt(
  file: FileHandle,
  offset: number,
  length: number,
  type: 'L' | 'x',
): Promise<string | null> {
  if (length > extensionMaxBytes)
    throw archiveError('The archive is damaged: the name of an entry is too long.');
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, offset);
  const text = bytes.toString('utf8');
  if (type === 'L') return text.replace(/\0[\s\S]*$/, '');
  // A size in an extension would differ from the header's. It is never needed for a disk below 8
  // GiB, and above that the header contains it.
  if (/^\d+ size=/m.test(text))
    throw archiveError(
      'The archive says sizes in a form that is not read here; pack it with GNU tar or as ustar.',
    );
  return /^\d+ path=(.*)$/m.exec(text)?.[1] ?? null;
}
