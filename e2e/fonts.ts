import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The only fonts of the test browser, so that results don't depend on the machine. */
export type FontSet = 'dejavu' | 'noto';

const sets: Record<FontSet, { folder: string; sans: readonly string[]; mono: string }> = {
  dejavu: {
    folder: '/usr/share/fonts/truetype/dejavu',
    sans: ['DejaVu Sans'],
    mono: 'DejaVu Sans Mono',
  },
  noto: {
    folder: '/usr/share/fonts/truetype/noto',
    sans: ['Noto Sans', 'Noto Sans Hebrew'],
    mono: 'Noto Sans',
  },
};

const fontElements = (fonts: readonly string[]): string =>
  fonts.map((font) => `<string>${font}</string>`).join('');
const prefers = (family: string, fonts: readonly string[]): string =>
  `<alias binding="same"><family>${family}</family><prefer>${fonts.map((font) => `<family>${font}</family>`).join('')}</prefer></alias>`;

/**
 * Writes a fontconfig configuration with one set of fonts. `file` is for `FONTCONFIG_FILE`. The
 * caller has to delete `folder`.
 */
export async function fontConfiguration(fonts: FontSet): Promise<{ folder: string; file: string }> {
  const set = sets[fonts];
  const folder = await mkdtemp(join(tmpdir(), 'cloudberth-fonts-'));
  const file = join(folder, 'fonts.conf');
  const last = `<match target="pattern"><edit name="family" mode="append_last">${fontElements(set.sans)}</edit></match>`;
  const parts = `<dir>${set.folder}</dir><cachedir>${folder}</cachedir>${prefers('monospace', [set.mono])}${last}`;
  await writeFile(file, `<?xml version="1.0"?><fontconfig>${parts}</fontconfig>\n`);
  return { folder, file };
}
