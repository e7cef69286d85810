import { link, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractDisk } from './archive.ts';
import { formatOf } from './format.ts';
import {
  type ConvertedImage,
  type ConvertOptions,
  type ImageConverter,
  type ImageFormat,
  ImageRejected,
} from './port.ts';
import { runSandboxed, type SandboxResult } from './sandbox.ts';

type DiskFormat = Exclude<ImageFormat, 'ova' | 'iso'>;

const gigabyte = 2 ** 30;
/** Plenty for a legitimate image: qemu-img copies with a few MB of buffers. */
const memoryBytes = 2 * gigabyte;
const inspectSeconds = 30;
/** Time for one terabyte at 100 MB/s on one core. */
const copySeconds = 3 * 3600;
const qemuName: Record<DiskFormat, string> = {
  qcow2: 'qcow2',
  raw: 'raw',
  vmdk: 'vmdk',
  vhd: 'vpc',
  vhdx: 'vhdx',
};
/** VMDK types that consist of a single file. The others refer to further files. */
const wholeVmdks = ['monolithicSparse', 'streamOptimized'];

interface ImageInfo {
  'virtual-size': number;
  'backing-filename'?: string;
  encrypted?: boolean;
  'format-specific'?: {
    data?: {
      'data-file'?: string;
      corrupt?: boolean;
      'create-type'?: string;
      extents?: { filename?: string }[];
    };
  };
}

/** Reads images with qemu-img in a sandbox of Linux namespaces. */
export class QemuImgConverter implements ImageConverter {
  readonly #program: string;

  constructor(program = 'qemu-img') {
    this.#program = program;
  }

  async obstacle(): Promise<{ problem: string; remedy: string } | null> {
    if (process.platform !== 'linux')
      return {
        problem: 'Images are taken in on Linux only.',
        remedy: 'Run the portal on a Linux machine.',
      };
    const folder = await mkdtemp(join(tmpdir(), 'cloudberth-image-'));
    try {
      const { exitCode, stderr } = await runSandboxed(
        folder,
        [this.#program, '--version'],
        this.#limits(gigabyte, inspectSeconds),
      );
      if (exitCode === 0) return null;
      if (/not found|No such file/.test(stderr))
        return {
          problem: 'qemu-img is not on this machine.',
          remedy: 'sudo apt-get install --no-install-recommends qemu-utils',
        };
      return {
        problem: `Foreign images cannot be read in safety here: ${stderr.trim().split('\n').at(-1) ?? 'the sandbox did not start'}.`,
        remedy:
          'Allow user namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1 (in a container: run it with --security-opt seccomp=unconfined or as its host allows).',
      };
    } catch {
      return {
        problem: 'setpriv and unshare are not on this machine.',
        remedy: 'sudo apt-get install --no-install-recommends util-linux',
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async convert(source: string, folder: string, options: ConvertOptions): Promise<ConvertedImage> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      return await this.#convert(source, folder, options);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async #convert(source: string, folder: string, options: ConvertOptions): Promise<ConvertedImage> {
    const from = await formatOf(source);
    if (from === 'iso') return await convertCd(source, folder);
    // The sandbox sees the file under a fixed name.
    const input = join(folder, 'in');
    if (from === 'ova') await extractDisk(source, input, options.signal);
    else await link(source, input);
    const format = from === 'ova' ? await formatOf(input) : from;
    if (format === 'ova' || format === 'iso')
      throw new ImageRejected('archive', 'The disk in the archive is itself an archive or a CD.');
    const virtualBytes = await this.#look(folder, format, options);
    await this.#copy(folder, format, options);
    await rm(input);
    const path = join(folder, 'disk');
    await rename(join(folder, 'out'), path);
    return { path, format: 'qcow2', from, sizeBytes: (await stat(path)).size, virtualBytes };
  }

  /** Throws unless the image is self-contained. Returns its virtual size in bytes. */
  async #look(
    folder: string,
    format: DiskFormat,
    { maxVirtualGb, signal }: ConvertOptions,
  ): Promise<number> {
    const command = [this.#program, 'info', '-f', qemuName[format], '--output=json', 'in'];
    const result = await runSandboxed(
      folder,
      command,
      this.#limits(gigabyte, inspectSeconds),
      signal ? { signal } : {},
    );
    if (result.exitCode !== 0) throw unreadable(format, result);
    const info = JSON.parse(result.stdout) as ImageInfo;
    requireStandalone(info);
    const virtualBytes = info['virtual-size'];
    if (virtualBytes > maxVirtualGb * gigabyte)
      throw new ImageRejected(
        'tooLarge',
        `The disk in the image has ${Math.ceil(virtualBytes / gigabyte)} GB; ${maxVirtualGb} GB is the most.`,
      );
    return virtualBytes;
  }

  async #copy(
    folder: string,
    format: DiskFormat,
    { maxBytes, progress, signal }: ConvertOptions,
  ): Promise<void> {
    const command = [
      this.#program,
      'convert',
      '-p',
      '-f',
      qemuName[format],
      '-O',
      'qcow2',
      'in',
      'out',
    ];
    const onOutput = (text: string) => {
      const percent = [...text.matchAll(/\((\d+(?:\.\d+)?)\/100%\)/g)].at(-1)?.[1];
      if (percent) progress?.(Math.floor(Number(percent)));
    };
    const result = await runSandboxed(folder, command, this.#limits(maxBytes, copySeconds), {
      onOutput,
      ...(signal && { signal }),
    });
    if (result.exitCode === 0) return;
    if (/File too large/.test(result.stderr))
      throw new ImageRejected(
        'tooLarge',
        `What the image holds is more than ${(maxBytes / gigabyte).toFixed(1)} GB, the most there is room for.`,
      );
    throw unreadable(format, result);
  }

  #limits(fileBytes: number, cpuSeconds: number) {
    return { memoryBytes, cpuSeconds, fileBytes };
  }
}

function requireStandalone(info: ImageInfo): void {
  const formatData = info['format-specific']?.data;
  if (info['backing-filename'])
    throw new ImageRejected(
      'restsOnOthers',
      `The image rests on another file ("${info['backing-filename'].slice(0, 200)}"); flatten it first.`,
    );
  if (formatData?.['data-file'])
    throw new ImageRejected(
      'restsOnOthers',
      'The image keeps its content in another file; flatten it first.',
    );
  const type = formatData?.['create-type'];
  if (type !== undefined && !wholeVmdks.includes(type))
    throw new ImageRejected(
      'restsOnOthers',
      `The VMDK is of the kind ${type}, which lies in several files; bring it as one file.`,
    );
  if (
    (formatData?.extents ?? []).some(({ filename }) => filename !== undefined && filename !== 'in')
  )
    throw new ImageRejected(
      'restsOnOthers',
      'The VMDK names other files for its content; bring it as one file.',
    );
  if (info.encrypted)
    throw new ImageRejected('encrypted', 'The image is encrypted; decrypt it first.');
  if (formatData?.corrupt)
    throw new ImageRejected(
      'damaged',
      'The image is marked as damaged; mend it first (qemu-img check -r all).',
    );
}

/** A CD is passed on unchanged: only the guests that use it read it. */
async function convertCd(source: string, folder: string): Promise<ConvertedImage> {
  const path = join(folder, 'disk');
  await link(source, path);
  const { size } = await stat(path);
  return { path, format: 'iso', from: 'iso', sizeBytes: size, virtualBytes: size };
}

function unreadable(format: DiskFormat, { stderr }: SandboxResult): ImageRejected {
  const cause = new Error(stderr.trim() || 'ended by a limit');
  return new ImageRejected(
    'damaged',
    `The image cannot be read as ${format}: the file is damaged, cut off, or asks for more than is given.`,
    { cause },
  );
}
