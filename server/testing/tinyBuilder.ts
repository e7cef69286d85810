import { cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { tinyGuestImage } from '../../drivers/compute/testing/tinyGuest.ts';
import type { ImageBuilder } from '../../slices/images/server/index.ts';

/** The tiny guest as it was built once on this machine, instead of built anew for each portal. */
export const tinyBuilder: ImageBuilder = {
  code: 'tiny',
  obstacle: async () => null,
  build: async (folder) => {
    const { path, format, kernel, initrd, append } = await tinyGuestImage();
    await cp(dirname(path), folder, { recursive: true });
    const here = (file: string) => join(folder, basename(file));
    return {
      path: here(path),
      format,
      ...(kernel && { kernel: here(kernel) }),
      ...(initrd && { initrd: here(initrd) }),
      ...(append && { append }),
    };
  },
};
