import { execFile } from 'node:child_process';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { ServerPaths } from '../process/paths.ts';
import type { NicState } from '../state.ts';

const run = promisify(execFile);

/** The traffic of one interface since the server was started, and the read position in its file. */
interface TrafficCount {
  offset: number;
  freedUpTo: number;
  receivedBytes: number;
  sentBytes: number;
}

const fileHeaderBytes = 24;
const recordHeaderBytes = 16;
const chunkBytes = 2 ** 20;
/** Processed records are returned to the file system in blocks of this size. */
const freeEveryBytes = 2 ** 20;

/**
 * Bytes received and sent by an interface. QEMU's user networking has no counters, so a filter
 * writes 30 bytes per frame to a file (its true length and its addresses, see
 * https://wiki.wireshark.org/Development/LibpcapFileFormat). Frames from the interface's own
 * address were sent, all others received. Processed parts are punched out of the file. Only one
 * process at a time can count.
 */
export async function countTraffic(
  paths: ServerPaths,
  nic: NicState,
): Promise<{ receivedBytes: number; sentBytes: number }> {
  const count = await readCount(paths, nic);
  const file = await open(paths.traffic(nic.slot), 'r').catch(() => null);
  if (!file) return count;
  try {
    const ownMac = Buffer.from(nic.mac.replaceAll(':', ''), 'hex');
    for (let bytesRead = -1; bytesRead !== 0; ) bytesRead = await countChunk(file, count, ownMac);
  } finally {
    await file.close();
  }
  if (count.offset - count.freedUpTo > freeEveryBytes)
    await releaseReadBytes(paths.traffic(nic.slot), count);
  const draft = `${countFile(paths, nic)}.new`;
  await writeFile(draft, JSON.stringify(count));
  await rename(draft, countFile(paths, nic));
  return { receivedBytes: count.receivedBytes, sentBytes: count.sentBytes };
}

/** Resets the counters of a starting server to zero. */
export async function removeTrafficCounts(
  paths: ServerPaths,
  nics: readonly NicState[],
): Promise<void> {
  for (const nic of nics) {
    await rm(countFile(paths, nic), { force: true });
    await rm(paths.traffic(nic.slot), { force: true });
  }
}

const countFile = (paths: ServerPaths, nic: NicState) => `${paths.traffic(nic.slot)}.json`;

async function readCount(paths: ServerPaths, nic: NicState): Promise<TrafficCount> {
  const text = await readFile(countFile(paths, nic), 'utf8').catch(() => null);
  return text === null
    ? { offset: fileHeaderBytes, freedUpTo: 0, receivedBytes: 0, sentBytes: 0 }
    : (JSON.parse(text) as TrafficCount);
}

/** Returns the number of bytes processed, in whole records. 0 at the end. */
async function countChunk(file: FileHandle, count: TrafficCount, ownMac: Buffer): Promise<number> {
  const bytes = Buffer.alloc(chunkBytes);
  const { bytesRead } = await file.read(bytes, 0, chunkBytes, count.offset);
  let offset = 0;
  while (offset + recordHeaderBytes <= bytesRead) {
    const capturedBytes = bytes.readUInt32LE(offset + 8);
    const length = bytes.readUInt32LE(offset + 12);
    const end = offset + recordHeaderBytes + capturedBytes;
    if (end > bytesRead) break;
    const source = bytes.subarray(offset + recordHeaderBytes + 6, offset + recordHeaderBytes + 12);
    if (source.equals(ownMac)) count.sentBytes += length;
    else count.receivedBytes += length;
    offset = end;
  }
  count.offset += offset;
  return offset;
}

/**
 * QEMU continues to write at its own position. On a file system that can't punch holes, the space
 * is used until the server stops.
 */
async function releaseReadBytes(path: string, count: TrafficCount): Promise<void> {
  await run('fallocate', [
    '--punch-hole',
    '--offset',
    '0',
    '--length',
    String(count.offset),
    path,
  ]).catch(() => undefined);
  count.freedUpTo = count.offset;
}
