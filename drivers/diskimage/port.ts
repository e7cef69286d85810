/**
 * The disk image port: the interface to the tool that reads disk images uploaded by users. Such a
 * file is untrusted: it can refer to other files of this machine, claim to be huge, or be crafted
 * to exploit the tool that reads it.
 */

/** The supported formats. `vhd` is QEMU's vpc, `ova` an archive with exactly one disk. */
export const imageFormats = ['qcow2', 'raw', 'vmdk', 'vhd', 'vhdx', 'ova', 'iso'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** `percent` is 0–100. */
export type Progress = (percent: number) => void;

export interface ConvertOptions {
  /** The largest virtual size of the disk, in GB (2^30 bytes). */
  maxVirtualGb: number;
  /** The largest size of the converted file, in bytes. */
  maxBytes: number;
  progress?: Progress;
  signal?: AbortSignal;
}

/** A self-contained image: a flat qcow2, or an unchanged CD image. */
export interface ConvertedImage {
  path: string;
  format: 'qcow2' | 'iso';
  /** The original format. */
  from: ImageFormat;
  sizeBytes: number;
  virtualBytes: number;
}

export interface ImageConverter {
  /**
   * Null when images can be converted on this machine. Otherwise the missing prerequisite and the
   * command that fixes it.
   */
  obstacle(): Promise<{ problem: string; remedy: string } | null>;
  /**
   * Converts the file at `source` to an image for servers, inside `folder` (which is recreated and
   * owned by the caller). Throws `ImageRejected` and leaves nothing behind if the file isn't such an
   * image.
   */
  convert(source: string, folder: string, options: ConvertOptions): Promise<ConvertedImage>;
}

/**
 * `unknownFormat`, `damaged`: can't be read. `restsOnOthers`: would expose other files.
 * `tooLarge`: exceeds a size limit. `noTool`: not available on this machine.
 */
export type ImageRejectionKind =
  | 'unknownFormat'
  | 'damaged'
  | 'restsOnOthers'
  | 'encrypted'
  | 'tooLarge'
  | 'archive'
  | 'noTool';

/** The image can't be used. `message` is a sentence for the user. */
export class ImageRejected extends Error {
  readonly kind: ImageRejectionKind;
  constructor(kind: ImageRejectionKind, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ImageRefused';
    this.kind = kind;
  }
}
