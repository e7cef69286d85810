import { open } from 'node:fs/promises';

const clusterBits = 16;
const clusterBytes = 2 ** clusterBits;
/**
 * Bytes covered by one entry of the first-level table. An entry is a table with as many cluster
 * addresses as fit into a cluster.
 */
const bytesPerEntry = (clusterBytes / 8) * clusterBytes;
const magic = 0x514649fb;

/**
 * An empty disk of `sizeGb` GB in the format qcow2 version 2: header, reference count table and
 * block, and the first-level table of data locations (all zero: unallocated).
 */
export function emptyQcow2(sizeGb: number): Buffer {
  const virtualBytes = sizeGb * 2 ** 30;
  const entries = Math.ceil(virtualBytes / bytesPerEntry);
  const tableClusters = Math.max(1, Math.ceil((entries * 8) / clusterBytes));
  const clusters = 3 + tableClusters;
  const file = Buffer.alloc(clusters * clusterBytes);
  file.writeUInt32BE(magic, 0);
  file.writeUInt32BE(2, 4);
  file.writeUInt32BE(clusterBits, 20);
  file.writeBigUInt64BE(BigInt(virtualBytes), 24);
  file.writeUInt32BE(entries, 36);
  file.writeBigUInt64BE(BigInt(3 * clusterBytes), 40);
  file.writeBigUInt64BE(BigInt(clusterBytes), 48);
  file.writeUInt32BE(1, 56);
  file.writeBigUInt64BE(BigInt(2 * clusterBytes), clusterBytes);
  for (let cluster = 0; cluster < clusters; cluster++)
    file.writeUInt16BE(1, 2 * clusterBytes + 2 * cluster);
  return file;
}

/**
 * Virtual disk size of an image in GB: from the header of a qcow2 file, otherwise the file size.
 */
export async function imageSizeGb(path: string): Promise<number> {
  const file = await open(path);
  try {
    const header = Buffer.alloc(32);
    const { bytesRead } = await file.read(header, 0, header.length, 0);
    const isQcow2 = bytesRead === header.length && header.readUInt32BE(0) === magic;
    const bytes = isQcow2 ? Number(header.readBigUInt64BE(24)) : (await file.stat()).size;
    return Math.max(1, Math.ceil(bytes / 2 ** 30));
  } finally {
    await file.close();
  }
}
