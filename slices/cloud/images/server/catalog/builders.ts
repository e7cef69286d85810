import type { ImageFile } from '../../../../../drivers/compute/port.ts';
import type { Services } from '../../../../../server/platform/context.ts';

/** The files of a built image before it has a catalog ID. */
export type BuiltFile = Omit<ImageFile, 'id'>;

/** Builds a catalog image on this machine. Only the main program knows the build tools. */
export interface ImageBuilder {
  /** The code of the catalog entry. */
  code: string;
  /**
   * Returns null if the image can be built on this machine, otherwise what is missing and the
   * command that fixes it. Must be fast.
   */
  obstacle(): Promise<string | null>;
  /**
   * Builds into the folder and reports progress line by line. Throws `ImageBuildError`, or the
   * signal's reason when aborted.
   */
  build(folder: string, log: (line: string) => void, signal?: AbortSignal): Promise<BuiltFile>;
}

/** The image can't be built. The message is for users and includes the remedy. */
export class ImageBuildError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ImageBuildError';
  }
}

declare module '../../../../../server/platform/context.ts' {
  interface Ports {
    imageBuilders: readonly ImageBuilder[];
  }
}

export const findBuilder = (
  { ports }: Pick<Services, 'ports'>,
  code: string,
): ImageBuilder | undefined => ports.imageBuilders.find((builder) => builder.code === code);
