import {
  chmod,
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cpioArchive } from './cpioArchive.ts';
import { copyModules, writeOrder } from './kernelModules.ts';
import {
  type BuildLog,
  cloudKernelPackage,
  convertToQcow2,
  GuestBuildError,
  isRoot,
  requirePrograms,
  runBuild,
  unpackPackage,
} from './packages.ts';
import { makeWorkFolder } from './workFolder.ts';

/** Loaded before the root disk can be mounted. */
const earlyModules = ['virtio_pci', 'virtio_blk'];
/**
 * Loaded after the login prompt appears: the power button first, then the rest. Only the seed
 * reader loads `isofs`.
 */
const powerModules = ['button', 'evdev'];
const lateModules = ['virtio_net', 'virtio_balloon', 'virtio_console'];

/**
 * Speeds up booting under emulation (0.3 to 0.5 s of 4): no messages on the serial console, no
 * processor mitigations, no self tests and timer checks, and no PCIe port services, since QEMU uses
 * ACPI hotplug.
 */
export const tinyAppend = [
  ...[
    'console=tty1',
    'console=ttyS0',
    'quiet',
    'mitigations=off',
    'random.trust_cpu=on',
    'no_timer_check',
    'tsc=reliable',
  ],
  ...['pcie_ports=compat', 'nowatchdog', 'audit=0', 'cryptomgr.notests', 'nokaslr'],
].join(' ');

/** A guest of busybox and Debian's cloud kernel, for tests and for trying the portal. */
export interface TinyGuest {
  disk: string;
  kernel: string;
  initrd: string;
  append: string;
}

/**
 * Builds the tiny guest in `outDir` from Debian packages (fetched by apt-get download, no root
 * needed) and returns its files. Throws `GuestBuildError` with the remedy when programs or packages
 * are missing, or the reason of an abort signal.
 */
export async function buildTinyGuest(
  outDir: string,
  log: BuildLog,
  signal?: AbortSignal,
): Promise<TinyGuest> {
  await requirePrograms([
    { program: 'apt-get', debianPackage: 'apt' },
    { program: 'dpkg-deb', debianPackage: 'dpkg' },
    { program: 'mke2fs', debianPackage: 'e2fsprogs' },
    { program: 'qemu-img', debianPackage: 'qemu-utils' },
  ]);
  await mkdir(outDir, { recursive: true });
  const folder = await makeWorkFolder('tiny');
  const workFolder = folder.path;
  try {
    const packages = join(workFolder, 'packages');
    await mkdir(packages);
    const kernelPackage = await cloudKernelPackage();
    log(`Fetching ${kernelPackage}, busybox-static and qemu-guest-agent`);
    for (const name of [kernelPackage, 'busybox-static', 'qemu-guest-agent']) {
      signal?.throwIfAborted();
      await unpackPackage(name, join(workFolder, 'downloads'), packages);
    }
    log('Making the initial RAM disk and the root disk');
    const kernelFolder = await onlyFolder(join(packages, 'lib/modules')).catch(() =>
      onlyFolder(join(packages, 'usr/lib/modules')),
    );
    const busybox = await firstFile([
      join(packages, 'bin/busybox'),
      join(packages, 'usr/bin/busybox'),
    ]);
    const guest = guestFiles(outDir);
    await copyFile(join(packages, 'boot', await kernelName(join(packages, 'boot'))), guest.kernel);
    await writeFile(
      guest.initrd,
      await initialRamDisk(join(workFolder, 'initrd'), kernelFolder, busybox),
    );
    const agent = await firstFile([
      join(packages, 'usr/sbin/qemu-ga'),
      join(packages, 'sbin/qemu-ga'),
    ]);
    await rootDisk(join(workFolder, 'root'), kernelFolder, { busybox, agent }, guest.disk);
    log(`The tiny guest is ready in ${outDir}`);
    return guest;
  } finally {
    await folder.remove();
  }
}

/** The file paths of a built tiny guest. */
export function guestFiles(outDir: string): TinyGuest {
  return {
    disk: join(outDir, 'tiny.qcow2'),
    kernel: join(outDir, 'vmlinuz'),
    initrd: join(outDir, 'initrd'),
    append: tinyAppend,
  };
}

/**
 * Uncompressed: QEMU loads it at memory speed, and unpacking would cost the emulated processor
 * time.
 */
async function initialRamDisk(
  folder: string,
  kernelFolder: string,
  busybox: string,
): Promise<Buffer> {
  for (const name of ['bin', 'dev', 'modules', 'root'])
    await mkdir(join(folder, name), { recursive: true });
  await cp(join(import.meta.dirname, 'tiny/initrd'), folder, { recursive: true });
  await installBusybox(busybox, join(folder, 'bin'), [
    'sh',
    'mount',
    'insmod',
    'echo',
    'switch_root',
  ]);
  await writeOrder(
    join(folder, 'modules/early'),
    await copyModules(kernelFolder, earlyModules, join(folder, 'modules')),
  );
  await chmod(join(folder, 'init'), 0o755);
  return cpioArchive(folder);
}

interface Programs {
  busybox: string;
  agent: string;
}

async function rootDisk(
  folder: string,
  kernelFolder: string,
  { busybox, agent }: Programs,
  disk: string,
): Promise<void> {
  const folders = [
    'bin',
    'sbin',
    'usr/bin',
    'usr/sbin',
    'dev',
    'proc',
    'sys',
    'run',
    'tmp',
    'root',
    'home',
    'www',
    'modules',
    'var/log',
    'lib',
    'lib64',
  ];
  for (const name of folders) await mkdir(join(folder, name), { recursive: true });
  await cp(join(import.meta.dirname, 'tiny/root'), folder, { recursive: true });
  const applets = (await runBuild(busybox, ['--list']))
    .split('\n')
    .filter((name) => name && name !== 'busybox');
  await installBusybox(busybox, join(folder, 'bin'), applets);
  if (isRoot())
    await chmod(join(folder, 'bin/busybox'), 0o4755); // For su. In all other applets, busybox drops this privilege.
  else await writeFile(join(folder, 'etc/cloudberth/chown-once'), ''); // Files belong to the builder. The guest changes their owner at its first boot.
  await symlink('../bin/busybox', join(folder, 'sbin/init'));
  for (const name of ['getty', 'poweroff', 'reboot'])
    await symlink('../bin/busybox', join(folder, 'sbin', name));
  const modules = join(folder, 'modules');
  const alreadyLoaded = await copyModules(kernelFolder, earlyModules, modules);
  await copyModules(kernelFolder, ['isofs'], modules);
  for (const [list, names] of [
    ['power', powerModules],
    ['late', lateModules],
  ] as const) {
    const copiedModules = await copyModules(kernelFolder, names, modules);
    await writeOrder(
      join(modules, list),
      copiedModules.filter((name) => !alreadyLoaded.includes(name)),
    );
  }
  await copyProgram((await runBuild('sh', ['-c', 'command -v "$0"', 'resize2fs'])).trim(), folder);
  await copyProgram(agent, folder);
  const raw = `${folder}.raw`;
  await writeFile(raw, '');
  await truncate(raw, 2 ** 30);
  // The guest's users must be able to read files that this process may have created for itself
  // only.
  await runBuild('chmod', ['-R', 'a+rX', folder]);
  await runBuild('mke2fs', [
    '-q',
    '-t',
    'ext4',
    '-L',
    'tinyroot',
    '-m',
    '0',
    '-E',
    'lazy_itable_init=1,root_owner=0:0',
    '-d',
    folder,
    raw,
  ]);
  await convertToQcow2(raw, disk);
}

async function installBusybox(
  busybox: string,
  folder: string,
  applets: readonly string[],
): Promise<void> {
  await copyFile(busybox, join(folder, 'busybox'));
  await chmod(join(folder, 'busybox'), 0o755);
  for (const applet of applets) await symlink('busybox', join(folder, applet));
}

/** Copies a program with its linked libraries from this machine. */
async function copyProgram(path: string, root: string): Promise<void> {
  const lddOutput = await runBuild('ldd', [path]);
  const missing = /(\S+) => not found/.exec(lddOutput)?.[1];
  if (missing)
    throw new GuestBuildError(
      `${basename(path)} needs the library ${missing}. Run: apt-get install --no-install-recommends qemu-utils`,
    );
  const libraries = [...lddOutput.matchAll(/(\/\S+\.so\S*) \(/g)].map((match) => match[1] ?? '');
  await copyFile(path, join(root, 'usr/sbin', basename(path)));
  for (const library of libraries) {
    const target = join(root, library);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(library, target);
    await chmod(target, 0o755);
  }
}

async function onlyFolder(parent: string): Promise<string> {
  const [name] = await readdir(parent);
  if (!name) throw new GuestBuildError(`The kernel package has nothing in ${basename(parent)}.`);
  return join(parent, name);
}

async function kernelName(bootFolder: string): Promise<string> {
  const name = (await readdir(bootFolder)).find((file) => file.startsWith('vmlinuz-'));
  if (!name) throw new GuestBuildError('The kernel package has no vmlinuz file.');
  return name;
}

async function firstFile(paths: readonly string[]): Promise<string> {
  for (const path of paths)
    if (
      await readFile(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  throw new GuestBuildError('The package busybox-static has no busybox in it.');
}
