import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, open, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cpioArchive } from '../guests/cpioArchive.ts';
import { tinyGuestImage } from './tinyGuest.ts';

const grubFolder = '/usr/lib/grub/i386-pc';
const mebibyte = 2 ** 20;
const bootStartMb = 1;
const bootMb = 64;
const env = { ...process.env, LC_ALL: 'C', PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
const run = (program: string, args: string[], input?: string) =>
  execFileSync(program, args, {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(input !== undefined && { input }),
  });

/** Why a bootable disk can't be created on this machine, or null. */
export function bootableDiskObstacle(): string | null {
  try {
    run('sh', [
      '-c',
      `command -v grub-mkimage sfdisk mke2fs && test -e ${join(grubFolder, 'boot.img')}`,
    ]);
    return null;
  } catch {
    return 'grub-mkimage, grub-pc-bin, fdisk or e2fsprogs is not installed';
  }
}

/**
 * The tiny guest as a user-supplied disk: a raw disk with a boot loader, its kernel on the first
 * partition and its root on the second. Created in `folder`. Returns its path.
 */
export async function bootableDisk(folder: string): Promise<string> {
  const tiny = await tinyGuestImage();
  const boot = join(folder, 'boot');
  await mkdir(boot, { recursive: true });
  await copyFile(tiny.kernel ?? '', join(boot, 'vmlinuz'));
  await writeFile(
    join(boot, 'initrd'),
    Buffer.concat([await readFile(tiny.initrd ?? ''), await initForSecondPartition(folder)]),
  );
  const root = join(folder, 'root.raw');
  run('qemu-img', ['convert', '-f', 'qcow2', '-O', 'raw', tiny.path, root]);
  const disk = join(folder, 'disk.raw');
  await writeFile(disk, '');
  await truncate(disk, (bootStartMb + bootMb + 1024) * mebibyte);
  const table = `label: dos\nstart=${bootStartMb}MiB, size=${bootMb}MiB, type=83, bootable\nstart=${bootStartMb + bootMb}MiB, type=83\n`;
  run('sfdisk', ['-q', disk], table);
  const blocks = String((bootMb * mebibyte) / 1024);
  run('mke2fs', [
    '-q',
    '-F',
    '-t',
    'ext2',
    '-b',
    '1024',
    '-E',
    `offset=${bootStartMb * mebibyte}`,
    '-d',
    boot,
    disk,
    blocks,
  ]);
  run('dd', [
    `if=${root}`,
    `of=${disk}`,
    'bs=1M',
    `seek=${bootStartMb + bootMb}`,
    'conv=sparse,notrunc',
  ]);
  await installBootLoader(folder, disk, tiny.append ?? '');
  return disk;
}

/** A later archive in an initial RAM disk replaces files of the earlier ones. */
async function initForSecondPartition(folder: string): Promise<Buffer> {
  const own = join(folder, 'initrd');
  await mkdir(own, { recursive: true });
  const init = await readFile(join(import.meta.dirname, '../guests/tiny/initrd/init'), 'utf8');
  await writeFile(join(own, 'init'), init.replace('/dev/vda ', '/dev/vda2 '));
  await chmod(join(own, 'init'), 0o755);
  return cpioArchive(own);
}

/**
 * Same layout as GRUB's installer on a BIOS disk: boot.img in the first sector, the rest in the
 * following sectors.
 */
async function installBootLoader(folder: string, disk: string, append: string): Promise<void> {
  const config = join(folder, 'early.cfg');
  await writeFile(
    config,
    `linux (hd0,msdos1)/vmlinuz ${append}\ninitrd (hd0,msdos1)/initrd\nboot\n`,
  );
  const core = join(folder, 'core.img');
  const modules = ['biosdisk', 'part_msdos', 'ext2', 'linux', 'boot'];
  run('grub-mkimage', [
    '-O',
    'i386-pc',
    '-d',
    grubFolder,
    '-c',
    config,
    '-o',
    core,
    '-p',
    '(hd0,msdos1)/',
    ...modules,
  ]);
  const [first, rest] = await Promise.all([readFile(join(grubFolder, 'boot.img')), readFile(core)]);
  const file = await open(disk, 'r+');
  try {
    await file.write(first, 0, 440, 0);
    await file.write(rest, 0, rest.length, 512);
  } finally {
    await file.close();
  }
}
