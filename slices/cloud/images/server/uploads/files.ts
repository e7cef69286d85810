import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';
import type { DigestType } from '../fetch/digest.ts';

/** How a file is split into chunks. */
export interface Layout {
  sizeBytes: number;
  chunkBytes: number;
}

/**
 * Size of a chunk's entry in the marks file: SHA-256 of a stored chunk, zeros for a missing one.
 */
const markBytes = 32;
const noMark = Buffer.alloc(markBytes);
const readBytes = 65_536;
/** Keeps responses short. The next request returns further ranges. */
const runsMax = 1000;

export const chunkCount = ({ sizeBytes, chunkBytes }: Layout): number =>
  Math.ceil(sizeBytes / chunkBytes);
const dataFile = (folder: string) => join(folder, 'data');
const marksFile = (folder: string) => join(folder, 'chunks');

/** Creates the file at its full length as a sparse file. */
export async function createUploadFiles(folder: string, layout: Layout): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await createSizedFile(dataFile(folder), layout.sizeBytes);
  await createSizedFile(marksFile(folder), chunkCount(layout) * markBytes);
}

async function createSizedFile(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.truncate(bytes);
  } finally {
    await file.close();
  }
}

/**
 * Writes one chunk, then marks it as stored. Throws `uploadChunkRefused` if it doesn't fit the file
 * or its content doesn't match the digest: SHA-256 (64 digits) or CRC-32 (8) in hex.
 */
export async function writeChunk(
  folder: string,
  layout: Layout,
  offset: number,
  digest: string,
  bytes: Buffer,
): Promise<void> {
  const { chunkBytes, sizeBytes } = layout;
  const chunkError = (problem: LocalizedText) =>
    userError('uploadChunkRefused', { offset, problem });
  if (offset % chunkBytes !== 0)
    throw chunkError(localize('files.writeChunk.chunksStartMultiples', { chunkBytes }));
  if (offset >= sizeBytes) throw chunkError(localize('files.writeChunk.fileBytes', { sizeBytes }));
  const expected = Math.min(chunkBytes, sizeBytes - offset);
  if (bytes.length !== expected)
    throw chunkError(
      localize('files.writeChunk.bytesInstead', { bytesCount: bytes.length, expected }),
    );
  const sum = createHash('sha256').update(bytes).digest();
  if (!isDigestOf(digest, sum, bytes))
    throw chunkError(localize('files.writeChunk.itsContentDoesntMatch'));
  const mark = (offset / chunkBytes) * markBytes;
  const data = await open(dataFile(folder), 'r+');
  try {
    if (!(await isAlreadyZero(data, offset, bytes)))
      await data.write(bytes, 0, bytes.length, offset);
  } finally {
    await data.close();
  }
  const marks = await open(marksFile(folder), 'r+');
  try {
    await marks.write(sum, 0, markBytes, mark);
  } finally {
    await marks.close();
  }
}

function isDigestOf(digest: string, sha256: Buffer, bytes: Buffer): boolean {
  if (/^[0-9a-f]{64}$/i.test(digest)) return sha256.equals(Buffer.from(digest, 'hex'));
  return /^[0-9a-f]{8}$/i.test(digest) && crc32(bytes) === Number.parseInt(digest, 16);
}

/**
 * Whether the chunk consists of zeros that the file already contains, so that it needs no write and
 * takes no space. Unwritten parts of the sparse file read as zeros.
 */
async function isAlreadyZero(data: FileHandle, offset: number, bytes: Buffer): Promise<boolean> {
  if (bytes[0] !== 0 || !bytes.subarray(1).equals(bytes.subarray(0, -1))) return false;
  const buffer = Buffer.alloc(readBytes);
  for (let pieceStart = 0; pieceStart < bytes.length; pieceStart += readBytes) {
    const { bytesRead } = await data.read(
      buffer,
      0,
      Math.min(readBytes, bytes.length - pieceStart),
      offset + pieceStart,
    );
    if (!buffer.subarray(0, bytesRead).equals(bytes.subarray(pieceStart, pieceStart + readBytes)))
      return false;
  }
  return true;
}

export interface Received {
  count: number;
  /** Ranges of missing chunk numbers. */
  missing: { from: number; to: number }[];
  /** SHA-256 of the first chunk in hex. Null until the chunk is stored. */
  firstDigest: string | null;
}

export async function receivedChunksOf(folder: string, layout: Layout): Promise<Received> {
  const chunks = chunkCount(layout);
  const file = await open(marksFile(folder));
  try {
    const marks = Buffer.alloc(chunks * markBytes);
    await file.read(marks, 0, marks.length, 0);
    const isReceived = (chunk: number) =>
      !marks.subarray(chunk * markBytes, (chunk + 1) * markBytes).equals(noMark);
    const missing: Received['missing'] = [];
    let count = 0;
    for (let chunk = 0; chunk < chunks; chunk++) {
      const last = missing.at(-1);
      if (isReceived(chunk)) count += 1;
      else if (last?.to === chunk - 1) last.to = chunk;
      else if (missing.length < runsMax) missing.push({ from: chunk, to: chunk });
    }
    return {
      count,
      missing,
      firstDigest: isReceived(0) ? marks.toString('hex', 0, markBytes) : null,
    };
  } finally {
    await file.close();
  }
}

/**
 * Reads the whole file chunk by chunk, compares each chunk with its recorded digest, and returns
 * the digest of the file. Chunks damaged by a machine crash are unmarked so that they are sent
 * again. Throws `uploadIncomplete` in this case.
 */
export async function verifyChunks(
  folder: string,
  layout: Layout,
  type: DigestType,
  { progress, signal }: { progress(percent: number): void; signal: AbortSignal },
): Promise<string> {
  const chunks = chunkCount(layout);
  const hash = createHash(type);
  const data = await open(dataFile(folder));
  const marks = await open(marksFile(folder), 'r+');
  let damagedCount = 0;
  try {
    const chunk = Buffer.alloc(layout.chunkBytes);
    const mark = Buffer.alloc(markBytes);
    for (let number = 0; number < chunks; number++) {
      signal.throwIfAborted();
      const length = Math.min(layout.chunkBytes, layout.sizeBytes - number * layout.chunkBytes);
      await data.read(chunk, 0, length, number * layout.chunkBytes);
      await marks.read(mark, 0, markBytes, number * markBytes);
      const content = chunk.subarray(0, length);
      if (!createHash('sha256').update(content).digest().equals(mark)) {
        damagedCount += 1;
        await marks.write(noMark, 0, markBytes, number * markBytes);
      }
      hash.update(content);
      progress((100 * (number + 1)) / chunks);
    }
    await data.sync();
  } finally {
    await data.close();
    await marks.close();
  }
  if (damagedCount > 0)
    throw userError('uploadIncomplete', { missing: damagedCount, total: chunks });
  return hash.digest('hex');
}
