import { crc32, gunzipSync } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { pathProblem } from '../../cloudinit/server/index.ts';
import { localize } from '../texts/localize.ts';

/**
 * Limits in bytes, except `files`. Packages contain text, so the limits are generous but reject
 * decompression bombs.
 */
export const archiveLimits = {
  packed: 512 * 1024,
  file: 256 * 1024,
  all: 1024 * 1024,
  files: 40,
} as const;

/** A rejected archive, with the reason. */
export class ArchiveProblem extends Error {
  override readonly name = 'ArchiveProblem';
  readonly texts: LocalizedText;
  constructor(texts: LocalizedText) {
    super(texts.en);
    this.texts = texts;
  }
}

/**
 * Returns the files of a zip or tar.gz archive by path, without an enclosing folder. Writes nothing
 * to disk. Throws `ArchiveProblem` for archives that are too large, too highly compressed,
 * encrypted, or contain links or invalid names.
 */
export async function readArchive(archive: Buffer): Promise<Map<string, Buffer>> {
  if (archive.length > archiveLimits.packed) throw tooLarge(archive.length, archiveLimits.packed);
  const collector = new FileCollector();
  if (archive.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004')))
    await readZip(archive, collector);
  else if (archive[0] === 0x1f && archive[1] === 0x8b) readTar(decompress(archive), collector);
  else throw new ArchiveProblem(localize('archive.readArchive.isntZipTarGz'));
  return withoutCommonFolder(collector.files);
}

class FileCollector {
  readonly files = new Map<string, Buffer>();
  #bytes = 0;

  /** Number of bytes that the next file can have. */
  get room(): number {
    return Math.min(archiveLimits.file, archiveLimits.all - this.#bytes);
  }

  add(path: string, content: Buffer): void {
    const problem = pathProblem(`/${path}`, 'linux');
    if (path.startsWith('/') || problem)
      throw new ArchiveProblem(withPath(path, problem ?? absolute));
    if (this.files.has(path))
      throw new ArchiveProblem(withPath(path, localize('archive.listedTwice')));
    if (this.files.size >= archiveLimits.files)
      throw new ArchiveProblem(
        localize('archive.containsMoreThanFiles', { files: archiveLimits.files }),
      );
    this.#bytes += content.length;
    if (content.length > archiveLimits.file || this.#bytes > archiveLimits.all)
      throw tooLarge(this.#bytes, archiveLimits.all);
    this.files.set(path, content);
  }
}

const absolute: LocalizedText = localize('absolute');
const withPath = (path: string, problem: LocalizedText): LocalizedText => {
  const quotedPath = JSON.stringify(path.slice(0, 100));
  return localize('archive.named.text', { shown: quotedPath, why: problem });
};
const tooLarge = (given: number, max: number) =>
  new ArchiveProblem(
    localize('archive.tooLarge.largerThanKibBytes', { limit: Math.round(max / 1024), given }),
  );
const damagedError = () => new ArchiveProblem(localize('archive.damaged'));
const link = (path: string) =>
  new ArchiveProblem(withPath(path, localize('archive.link.linksArentAllowed')));

function decompress(archive: Buffer): Buffer {
  try {
    return gunzipSync(archive, { maxOutputLength: archiveLimits.all * 2 });
  } catch (error) {
    throw isTooLong(error) ? tooLarge(archiveLimits.all * 2, archiveLimits.all) : damagedError();
  }
}

const isTooLong = (error: unknown) => (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';

const tarBlock = 512;

/** Reads POSIX tar (pax) and GNU tar: blocks of 512 bytes with a header before each file. */
function readTar(tar: Buffer, collector: FileCollector): void {
  for (let offset = 0; offset + tarBlock <= tar.length; ) {
    const header = tar.subarray(offset, offset + tarBlock);
    if (header.every((byte) => byte === 0)) return;
    const size = Number.parseInt(ascii(header, 124, 12).trim() || '0', 8);
    if (!Number.isSafeInteger(size) || size < 0 || !isChecksumValid(header)) throw damagedError();
    const prefix = ascii(header, 257, 5) === 'ustar' ? ascii(header, 345, 155) : '';
    const path = (prefix ? `${prefix}/` : '') + ascii(header, 0, 100);
    const content = tar.subarray(offset + tarBlock, offset + tarBlock + size);
    if (content.length < size) throw damagedError();
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === '1' || type === '2') throw link(path);
    if (type === 'L' || (type === 'x' && /\d+ path=/.test(content.toString('latin1'))))
      throw new ArchiveProblem(localize('archive.readTar.pathLongerThan100'));
    if (type === '0' || type === '\u0000') collector.add(withoutDotPrefix(path), content);
    else if (!['5', 'x', 'g'].includes(type)) throw link(path);
    offset += tarBlock * (1 + Math.ceil(size / tarBlock));
  }
}

const ascii = (bytes: Buffer, from: number, length: number) =>
  bytes
    .subarray(from, from + length)
    .toString('latin1')
    .replace(/\0[\s\S]*$/, '');

/** Verifies the header checksum: the sum of all bytes, with the checksum field read as spaces. */
function isChecksumValid(header: Buffer): boolean {
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 32 : byte;
  return sum === Number.parseInt(ascii(header, 148, 8).trim(), 8);
}

/** Changes `./scripts/install.sh` to `scripts/install.sh`. */
const withoutDotPrefix = (path: string) => path.replace(/^(\.\/)+/, '');

const unixLink = 0o120000;

async function readZip(archive: Buffer, collector: FileCollector): Promise<void> {
  try {
    // Sizes are checked below, against the remaining limit of the archive.
    const zip = await fromBufferPromise(archive, {
      lazyEntries: true,
      decodeStrings: false,
      validateEntrySizes: false,
    });
    for await (const entry of zip.eachEntry()) {
      const path = entry.fileNameRaw.toString('utf8');
      if (((entry.externalFileAttributes >>> 16) & 0o170000) === unixLink) throw link(path);
      if (entry.isEncrypted())
        throw new ArchiveProblem(withPath(path, localize('archive.readZip.encrypted')));
      if (!path.endsWith('/'))
        collector.add(withoutDotPrefix(path), await zipContent(zip, entry, collector.room));
    }
  } catch (error) {
    throw error instanceof ArchiveProblem ? error : damagedError();
  }
}

/** Stops reading at `maxBytes` bytes, even if the archive claims another size. */
async function zipContent(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  if (entry.uncompressedSize > maxBytes) throw tooLarge(entry.uncompressedSize, archiveLimits.all);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(size, archiveLimits.all);
    chunks.push(chunk);
  }
  const content = Buffer.concat(chunks);
  if (size !== entry.uncompressedSize || crc32(content) !== entry.crc32) throw damagedError();
  return content;
}

/** Removes a top-level folder shared by all files, such as `wordpress-1.0.0/`. */
function withoutCommonFolder(files: Map<string, Buffer>): Map<string, Buffer> {
  if (files.has('manifest.json')) return files;
  const folders = new Set([...files.keys()].map((path) => path.split('/')[0]));
  const [folder] = folders;
  if (folders.size !== 1 || !files.has(`${folder}/manifest.json`)) return files;
  return new Map([...files].map(([path, content]) => [path.slice(`${folder}/`.length), content]));
}
