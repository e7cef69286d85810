import { type FileHandle, open } from 'node:fs/promises';
import { type ImageFormat, ImageRejected } from './port.ts';

interface Signature {
  offset: number;
  bytes: string;
  format:
    | ImageFormat
    | 'qed'
    | 'parallels'
    | 'luks'
    | 'vdi'
    | 'vmdkDescriptor'
    | 'gzip'
    | 'xz'
    | 'zstd'
    | 'bzip2'
    | 'zip';
}

/** Signatures in a file's first bytes. */
const signatures: readonly Signature[] = [
  { offset: 0, bytes: 'QFI\xfb', format: 'qcow2' },
  { offset: 0, bytes: 'KDMV', format: 'vmdk' },
  { offset: 0, bytes: '# Disk DescriptorFile', format: 'vmdkDescriptor' },
  { offset: 0, bytes: 'vhdxfile', format: 'vhdx' },
  { offset: 0, bytes: 'conectix', format: 'vhd' },
  { offset: 257, bytes: 'ustar', format: 'ova' },
  { offset: 0, bytes: 'QED\0', format: 'qed' },
  { offset: 0, bytes: 'WithoutFreeSpace', format: 'parallels' },
  { offset: 0, bytes: 'WithouFreSpacExt', format: 'parallels' },
  { offset: 0, bytes: 'LUKS\xba\xbe', format: 'luks' },
  { offset: 0x40, bytes: '\x7f\x10\xda\xbe', format: 'vdi' },
  { offset: 0, bytes: '\x1f\x8b', format: 'gzip' },
  { offset: 0, bytes: '\xfd7zXZ\0', format: 'xz' },
  { offset: 0, bytes: '\x28\xb5\x2f\xfd', format: 'zstd' },
  { offset: 0, bytes: 'BZh', format: 'bzip2' },
  { offset: 0, bytes: 'PK\x03\x04', format: 'zip' },
];

const packed = ['gzip', 'xz', 'zstd', 'bzip2', 'zip'] as const;
const acceptedFormats = 'qcow2, raw, vmdk, vhd, vhdx, ova and iso';
/**
 * The first descriptor of a CD's file system: in its 17th sector, after a byte for its type (ISO
 * 9660).
 */
const cdSignature = { offset: 16 * 2048 + 1, bytes: 'CD001' } as const;
const footerBytes = 512;
const differencing = 4;

/**
 * The format of an image by its content, independent of the file name. A file without a signature
 * is `raw`. Throws `ImageRejected` for a known format that isn't supported.
 */
export async function formatOf(path: string): Promise<ImageFormat> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const header = await textAt(file, 0, footerBytes);
    const found = signatures.find(({ offset, bytes }) => header.startsWith(bytes, offset))?.format;
    if (found) return await checkFormat(file, found, size);
    if (size < footerBytes)
      throw new ImageRejected(
        'damaged',
        `The file has ${size} bytes; no image of a disk is that small.`,
      );
    // A fixed-size VHD is a raw disk that is identified only by its footer.
    if ((await textAt(file, size - footerBytes, 8)) === 'conectix')
      return await checkFormat(file, 'vhd', size);
    return (await textAt(file, cdSignature.offset, cdSignature.bytes.length)) === cdSignature.bytes
      ? 'iso'
      : 'raw';
  } finally {
    await file.close();
  }
}

async function checkFormat(
  file: FileHandle,
  found: Signature['format'],
  size: number,
): Promise<ImageFormat> {
  if ((packed as readonly string[]).includes(found))
    throw new ImageRejected(
      'unknownFormat',
      `The file is packed (${found}); unpack it first. Images of these kinds are taken: ${acceptedFormats}.`,
    );
  if (found === 'vmdkDescriptor')
    throw new ImageRejected(
      'restsOnOthers',
      'The file only describes a VMDK whose content lies in other files; bring it as one file.',
    );
  if (found === 'luks')
    throw new ImageRejected('encrypted', 'The image is encrypted; decrypt it first.');
  if (found === 'qed' || found === 'parallels' || found === 'vdi')
    throw new ImageRejected(
      'unknownFormat',
      `Images of the kind ${found} are not taken; convert it to one of these: ${acceptedFormats}.`,
    );
  if (found === 'vhd') await checkVhd(file, size);
  return found as ImageFormat;
}

/** The footer shows whether the disk is self-contained. qemu-img doesn't check it. */
async function checkVhd(file: FileHandle, size: number): Promise<void> {
  const footer = Buffer.alloc(footerBytes);
  await file.read(footer, 0, footerBytes, size - footerBytes);
  if (footer.toString('latin1', 0, 8) !== 'conectix')
    throw new ImageRejected('damaged', 'The VHD is cut off: it has no footer at its end.');
  if (footer.readUInt32BE(60) === differencing)
    throw new ImageRejected(
      'restsOnOthers',
      'The VHD holds only the differences from another disk; merge them first.',
    );
}

async function textAt(file: FileHandle, offset: number, length: number): Promise<string> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  return bytes.toString('latin1', 0, bytesRead);
}
