import { cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { tinyGuestImage } from '../../drivers/compute/testing/tinyGuest.ts';
import { type ImageBuilder, registerImageBuilders } from '../../slices/images/server/index.ts';

/** The tiny guest, built once on this machine instead of for each portal. */
const tinyBuilder: ImageBuilder = {
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

/**
 * A real portal builds only the tiny guest at its start: Debian takes minutes of all CPUs, beside
 * the test.
 */
export function buildTinyAlone(): void {
  leaveOutGuests(['debian']);
  registerImageBuilders([tinyBuilder]);
}

/** These are not built here. */
export function leaveOutGuests(codes: readonly ('tiny' | 'debian')[]): void {
  const left = 'left out of this test';
  registerImageBuilders(
    codes.map((code) => ({
      code,
      obstacle: async () => left,
      build: () => Promise.reject(new Error(left)),
    })),
  );
}
