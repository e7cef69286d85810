import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Packs a folder as a cpio archive in the "newc" format that the Linux kernel unpacks at boot. All
 * files belong to root.
 */
export async function cpioArchive(folder: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let inode = 0;
  const add = (name: string, mode: number, content: Buffer) => {
    inode += 1;
    const fields = [
      inode,
      mode,
      0,
      0,
      1,
      0,
      content.length,
      0,
      0,
      0,
      0,
      Buffer.byteLength(name) + 1,
      0,
    ];
    const header = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}${name}\0`;
    parts.push(padded(Buffer.from(header)), padded(content));
  };
  const walk = async (relative: string): Promise<void> => {
    for (const name of (await readdir(join(folder, relative))).sort()) {
      const path = relative ? `${relative}/${name}` : name;
      const full = join(folder, path);
      const stats = await lstat(full);
      if (stats.isDirectory()) {
        add(path, stats.mode, Buffer.alloc(0));
        await walk(path);
      } else if (stats.isSymbolicLink()) add(path, stats.mode, Buffer.from(await readlink(full)));
      else add(path, stats.mode, await readFile(full));
    }
  };
  await walk('');
  add('TRAILER!!!', 0, Buffer.alloc(0));
  return Buffer.concat(parts);
}

/** Pads to a multiple of four bytes, because each header and each content must start at one. */
function padded(bytes: Buffer): Buffer {
  const rest = bytes.length % 4;
  return rest === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(4 - rest)]);
}
