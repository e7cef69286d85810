import { open } from 'node:fs/promises';

/** The format is described in QEMU's docs/interop/qcow2.txt. */
const magic = 0x514649fb;
const version = 3;
const headerBytes = 104;
const clusterBits = 16;
const clusterBytes = 2 ** clusterBits;
/** 2^4 = 16 bits for each count. */
const refcountOrder = 4;
const refcountsPerBlock = clusterBytes / 2;
const backingFormatExtension = 0xe2792aca;
/** The format's limit for the name length. */
const maxBackingNameLength = 1023;

export interface Backing {
  /** Relative to the disk's folder. */
  path: string;
  format: string;
}

/**
 * Writes an empty disk to the existing file, as `qemu-img create` does, but without running a
 * program.
 */
export async function writeQcow2(
  path: string,
  virtualBytes: number,
  backing: Backing | null,
): Promise<void> {
  const content = emptyQcow2(virtualBytes, backing);
  const file = await open(path, 'r+');
  try {
    await file.truncate(0);
    await file.write(content, 0, content.length, 0);
  } finally {
    await file.close();
  }
}

/** In this order: header, reference count table, one reference count block, L1 table. */
export function emptyQcow2(virtualBytes: number, backing: Backing | null): Buffer {
  // A cluster of an L2 table maps as many clusters as it has entries of 8 bytes.
  const l1Entries = Math.ceil(virtualBytes / (clusterBytes * (clusterBytes / 8)));
  const l1Clusters = Math.max(1, Math.ceil((l1Entries * 8) / clusterBytes));
  const clusters = 3 + l1Clusters;
  if (clusters > refcountsPerBlock)
    throw new RangeError(`A qcow2 disk of ${virtualBytes} bytes is too large.`);
  const content = Buffer.alloc(clusters * clusterBytes);
  const fields: readonly [offset: number, value: number][] = [
    [0, magic],
    [4, version],
    [20, clusterBits],
    [36, l1Entries],
    [56, 1],
    [96, refcountOrder],
    [100, headerBytes],
  ];
  for (const [offset, value] of fields) content.writeUInt32BE(value, offset);
  content.writeBigUInt64BE(BigInt(virtualBytes), 24);
  content.writeBigUInt64BE(BigInt(3 * clusterBytes), 40);
  content.writeBigUInt64BE(BigInt(clusterBytes), 48);
  if (backing) writeBacking(content, backing);
  content.writeBigUInt64BE(BigInt(2 * clusterBytes), clusterBytes);
  for (let cluster = 0; cluster < clusters; cluster++)
    content.writeUInt16BE(1, 2 * clusterBytes + 2 * cluster);
  return content;
}

/**
 * Writes the format as a header extension padded to 8 bytes, followed by the end extension and the
 * name.
 */
function writeBacking(content: Buffer, { path, format }: Backing): void {
  const name = Buffer.from(path);
  if (name.length > maxBackingNameLength)
    throw new RangeError(`The path of the image has ${name.length} bytes, too many for qcow2.`);
  content.writeUInt32BE(backingFormatExtension, headerBytes);
  content.writeUInt32BE(Buffer.byteLength(format), headerBytes + 4);
  content.write(format, headerBytes + 8);
  const end = headerBytes + 8 + 8 * Math.ceil(Buffer.byteLength(format) / 8);
  const nameOffset = end + 8;
  name.copy(content, nameOffset);
  content.writeBigUInt64BE(BigInt(nameOffset), 8);
  content.writeUInt32BE(name.length, 16);
}
