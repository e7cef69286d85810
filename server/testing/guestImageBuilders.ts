import { cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { tinyGuestImage } from '../../drivers/compute/testing/tinyGuest.ts';
import type { ImageBuilder } from '../../slices/cloud/images/server/index.ts';
import { ports } from '../drivers.ts';
import type { Ports } from '../platform/context.ts';

/** The tiny guest, built once on this machine instead of for each portal. */
const tinyBuilder: ImageBuilder = {
  code: 'tiny',
  obstacle: async () => null,
  build: async (folder) => {
    const { path, format, kernel, initrd, append } = await tinyGuestImage();
    await cp(dirname(path), folder, { recursive: true });
    const localPath = (file: string) => join(folder, basename(file));
    return {
      path: localPath(path),
      format,
      ...(kernel && { kernel: localPath(kernel) }),
      ...(initrd && { initrd: localPath(initrd) }),
      ...(append && { append }),
    };
  },
};

/** The program's image builders, with builders for these images that always fail. */
const withoutGuests = (codes: readonly ('tiny' | 'debian')[]): ImageBuilder[] => {
  const excluded = 'left out of this test';
  return ports.imageBuilders.map((builder) =>
    codes.some((code) => code === builder.code)
      ? {
          code: builder.code,
          obstacle: async () => excluded,
          build: () => Promise.reject(new Error(excluded)),
        }
      : builder,
  );
};

/** For a portal with real servers that builds none of these images. */
export const withoutGuestImages = (codes: readonly ('tiny' | 'debian')[]): Partial<Ports> => ({
  imageBuilders: withoutGuests(codes),
});

/**
 * For a portal with real servers that builds only the tiny guest on startup, because building
 * Debian occupies all CPUs for minutes during the test.
 */
export const tinyImageOnly: Partial<Ports> = {
  imageBuilders: withoutGuests(['debian']).map((builder) =>
    builder.code === 'tiny' ? tinyBuilder : builder,
  ),
};
