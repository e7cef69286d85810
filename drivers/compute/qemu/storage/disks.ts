import { open, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ImageFile, Progress } from '../../port.ts';
import { asEngineError, qemuError } from '../errors.ts';
import type { ServerConfinement } from '../process/confinement.ts';
import { type Backing, writeQcow2 } from './qcow2.ts';

export const gigabyte = 2 ** 30;

/**
 * qemu-img reads external files here. 1 GiB of memory and 30 s of CPU time are plenty for a
 * legitimate one.
 */
const untrustedFileLimits = ['--as=1073741824', '--cpu=30'];

/** Runs qemu-img. Every failure is an `EngineError` that names the operation. */
export class DiskTool {
  readonly #program: string;
  readonly #confinement: ServerConfinement;

  constructor(program: string, confinement: ServerConfinement) {
    this.#program = program;
    this.#confinement = confinement;
  }

  /** A copy-on-write disk based on `backing`. */
  async createOverlay(path: string, backing: Backing, sizeGb: number): Promise<void> {
    await this.#create('Making the boot disk', path, sizeGb, backing);
  }

  async createEmpty(path: string, sizeGb: number): Promise<void> {
    await this.#create('Making a disk', path, sizeGb, null);
  }

  async #create(
    operation: string,
    path: string,
    sizeGb: number,
    backing: Backing | null,
  ): Promise<void> {
    try {
      await this.#confinement.createFile(path);
      await writeQcow2(path, sizeGb * gigabyte, backing);
    } catch (error) {
      throw asEngineError(operation, error);
    }
  }

  async grow(path: string, sizeGb: number): Promise<void> {
    await this.#run('Growing the disk', ['resize', '-q', '-f', 'qcow2', path, `${sizeGb}G`], {
      writes: [path],
    });
  }

  /**
   * Copies the data of `source`, or of its snapshot, beyond its backing image. Snapshots are not
   * copied. Stops early on `signal`.
   */
  async copy(
    source: string,
    target: string,
    from: { backing: { path: string; format: string } | null; tag?: string | undefined },
    progress: Progress,
    signal?: AbortSignal,
  ): Promise<void> {
    const base = from.backing ? ['-B', from.backing.path, '-F', from.backing.format] : [];
    const args = [
      'convert',
      '-U',
      '-p',
      '-f',
      'qcow2',
      '-O',
      'qcow2',
      ...snapshotOption(from.tag),
      ...base,
      source,
      target,
    ];
    await this.#confinement.createFile(target);
    const backing = from.backing ? [resolve(dirname(target), from.backing.path)] : [];
    await this.#run('Copying a disk', args, {
      reads: [source, ...backing],
      writes: [target],
      progress,
      ...(signal && { signal }),
    });
  }

  /**
   * Overwrites the content of `target`, which is at least as large, with that of `source`. The
   * snapshots of `target` stay.
   */
  async overwrite(
    source: string,
    target: string,
    progress?: Progress,
    signal?: AbortSignal,
  ): Promise<void> {
    const args = ['convert', '-n', '-p', '-f', 'qcow2', '-O', 'qcow2', source, target];
    await this.#run('Writing the disk', args, {
      reads: [source],
      writes: [target],
      ...(progress && { progress }),
      ...(signal && { signal }),
    });
  }

  /** Writes the disk's current content, or that of a snapshot, to a standalone qcow2. */
  async flatten(
    source: string,
    target: string,
    tag: string | undefined,
    progress?: Progress,
    signal?: AbortSignal,
  ): Promise<void> {
    const args = [
      'convert',
      '-U',
      '-p',
      '-f',
      'qcow2',
      '-O',
      'qcow2',
      ...snapshotOption(tag),
      source,
      target,
    ];
    await this.#confinement.createFile(target);
    await this.#run('Exporting the disk', args, {
      reads: [source],
      writes: [target],
      ...(progress && { progress }),
      ...(signal && { signal }),
    });
  }

  /** Maximum number of bytes that `flatten` would write. */
  async flatSize(source: string, tag: string | undefined): Promise<number> {
    const args = [
      'measure',
      '-U',
      '--output=json',
      '-f',
      'qcow2',
      '-O',
      'qcow2',
      ...snapshotOption(tag),
      source,
    ];
    return (
      JSON.parse(await this.#run('Reading the disk', args, { reads: [source] })) as {
        required: number;
      }
    ).required;
  }

  async createSnapshot(path: string, tag: string): Promise<void> {
    await this.#run('Taking the snapshot', ['snapshot', '-q', '-c', tag, path], { writes: [path] });
  }

  async applySnapshot(path: string, tag: string): Promise<void> {
    await this.#run('Reverting to the snapshot', ['snapshot', '-q', '-a', tag, path], {
      writes: [path],
    });
  }

  async deleteSnapshot(path: string, tag: string): Promise<void> {
    await this.#run('Deleting the snapshot', ['snapshot', '-q', '-d', tag, path], {
      writes: [path],
    });
  }

  async snapshotTags(path: string): Promise<string[]> {
    const result = await this.#run(
      'Reading the disk',
      ['info', '-U', '-f', 'qcow2', '--output=json', path],
      { reads: [path] },
    );
    return ((JSON.parse(result) as DiskInfo).snapshots ?? []).map(({ name }) => name);
  }

  /** Virtual size of a qcow2 or raw disk, in bytes. */
  async virtualSize(path: string, format: string): Promise<number> {
    const result = await this.#run(
      'Reading the disk',
      ['info', '-U', '-f', format, '--output=json', path],
      { reads: [path] },
    );
    return (JSON.parse(result) as DiskInfo)['virtual-size'];
  }

  /**
   * Inspects an external image and throws `refused` unless it is self-contained: its content must
   * match its format, without a backing file, data file or encryption (which could expose files of
   * the host to the guest).
   */
  async checkForeignImage(image: ImageFile): Promise<{ virtualBytes: number }> {
    const found = await formatByContent(image.path);
    if (found !== (image.format === 'iso' ? 'raw' : image.format))
      throw qemuError(
        'refused',
        `The image says it is ${image.format}, but the file's content is ${found === 'raw' ? 'none of the known formats' : found}.`,
      );
    if (image.format === 'iso' && !(await isCd(image.path)))
      throw qemuError(
        'refused',
        'The image says it is a CD, but the file holds no file system of a CD (ISO 9660).',
      );
    const command = [
      this.#program,
      'info',
      '-f',
      image.format === 'iso' ? 'raw' : image.format,
      '--output=json',
      image.path,
    ];
    const result = await this.#confinement
      .run(command, { readOnly: [image.path] }, { limits: untrustedFileLimits })
      .catch((error: unknown) => {
        throw qemuError(
          'refused',
          `The image cannot be read as ${image.format}: the file is damaged or cut off.`,
          error,
        );
      });
    const info = JSON.parse(result) as DiskInfo;
    const formatData = info['format-specific']?.data;
    if (info['backing-filename'])
      throw qemuError(
        'refused',
        `The image rests on another file ("${info['backing-filename']}"); flatten it first (qemu-img convert).`,
      );
    if (formatData?.['data-file'])
      throw qemuError(
        'refused',
        'The image keeps its content in another file; flatten it first (qemu-img convert).',
      );
    if (info.encrypted)
      throw qemuError('refused', 'The image is encrypted; decrypt it first (qemu-img convert).');
    if (formatData?.corrupt)
      throw qemuError(
        'refused',
        'The image is marked as damaged; mend it first (qemu-img check -r all).',
      );
    return { virtualBytes: info['virtual-size'] };
  }

  async #run(operation: string, args: string[], options: RunOptions): Promise<string> {
    const { reads = [], writes = [], progress, signal } = options;
    const onOutput = (chunk: string) => {
      const percent = /\((\d+(\.\d+)?)\/100%\)/.exec(chunk)?.[1];
      if (percent) progress?.(Math.floor(Number(percent)));
    };
    try {
      const images = await Promise.all([...reads, ...writes].map(backingImage));
      const files = { readOnly: [...new Set([...reads, ...images.flat()])], writable: writes };
      return await this.#confinement.run([this.#program, ...args], files, {
        onOutput,
        ...(signal && { signal }),
      });
    } catch (error) {
      const errorText =
        error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
      throw asEngineError(
        operation,
        errorText ? new Error(errorText.replace(/^qemu-img: /, ''), { cause: error }) : error,
      );
    }
  }
}

interface RunOptions {
  /** Files to read. The base image of a server's disk is added automatically. */
  reads?: readonly string[];
  /** Existing files to write. */
  writes?: readonly string[];
  progress?: Progress;
  signal?: AbortSignal;
}

/**
 * The image that a server's disk is based on, by the server's state. The disk's own header can come
 * from its guest, so it isn't used.
 */
async function backingImage(path: string): Promise<string[]> {
  const text = await readFile(join(dirname(path), 'server.json'), 'utf8').catch(() => null);
  const imageId = text === null ? null : (JSON.parse(text) as { imageId: string | null }).imageId;
  return imageId === null ? [] : [resolve(dirname(path), imagePathFromServer(imageId))];
}

/** Relative, so that the whole data folder can move. */
export const imagePathFromServer = (imageId: string) => `../../images/${imageId}/disk`;

/** Snapshots are named by the portal's IDs: letters, digits and dashes. */
const snapshotOption = (tag: string | undefined) =>
  tag === undefined ? [] : ['-l', `snapshot.name=${tag}`];

interface DiskInfo {
  'virtual-size': number;
  'backing-filename'?: string;
  encrypted?: boolean;
  snapshots?: { name: string }[];
  'format-specific'?: { data?: { 'data-file'?: string; corrupt?: boolean } };
}

const signatures: readonly [offset: number, bytes: string, format: string][] = [
  [0, 'QFI\xfb', 'qcow2'],
  [0, 'KDMV', 'vmdk'],
  [0, '# Disk DescriptorFile', 'vmdk'],
  [0, 'vhdxfile', 'vhdx'],
  [0, 'conectix', 'vpc'],
  [0, 'QED\0', 'qed'],
  [0, 'WithoutFreeSpace', 'parallels'],
  [0, 'LUKS\xba\xbe', 'luks'],
  [0x40, '\x7f\x10\xda\xbe', 'vdi'],
];

/**
 * The position of the first descriptor of a CD's file system: in the 17th sector of 2,048 bytes,
 * after a byte for its type.
 */
const cdSignature = { offset: 16 * 2048 + 1, bytes: 'CD001' } as const;

async function isCd(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const mark = Buffer.alloc(cdSignature.bytes.length);
    await file.read(mark, 0, mark.length, cdSignature.offset);
    return mark.toString('latin1') === cdSignature.bytes;
  } finally {
    await file.close();
  }
}

/**
 * The format by the file's first bytes. `raw` when it isn't one that QEMU could detect by mistake.
 */
async function formatByContent(path: string): Promise<string> {
  const file = await open(path).catch((error: unknown) => {
    throw qemuError('notFound', `The image file ${path} cannot be opened.`, error);
  });
  try {
    const head = Buffer.alloc(512);
    await file.read(head, 0, head.length, 0);
    const text = head.toString('latin1');
    return signatures.find(([offset, bytes]) => text.startsWith(bytes, offset))?.[2] ?? 'raw';
  } finally {
    await file.close();
  }
}
