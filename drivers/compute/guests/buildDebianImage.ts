import { chmod, mkdir, open, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  type BuildLog,
  convertToQcow2,
  GuestBuildError,
  isRoot,
  requirePrograms,
  runBuild,
} from './packages.ts';
import { makeWorkFolder } from './workFolder.ts';

/** Debian 12, independent of the host's release. */
const release = 'bookworm';
const virtualSizeGb = 2;
const sectorBytes = 512;
/** The first partition begins at 1 MiB. The boot loader is in the gap before it. */
const partitionStartSector = 2048;
const grubFolder = '/usr/lib/grub/i386-pc';

const packages = [
  ...['linux-image-cloud-amd64', 'systemd-sysv', 'udev', 'dbus', 'e2fsprogs', 'ca-certificates'],
  ...[
    'cloud-init',
    'cloud-guest-utils',
    'netplan.io',
    'systemd-resolved',
    'openssh-server',
    'qemu-guest-agent',
  ],
  ...['iproute2', 'iputils-ping', 'sudo', 'less', 'vim-tiny', 'apt-utils', 'kmod'],
];

/** GRUB finds the current kernel through the links in / that Debian's kernel packages maintain. */
const grubConfig = `set timeout=0
insmod ext2
search --no-floppy --label cloudroot --set=root
linux /vmlinuz root=LABEL=cloudroot ro console=tty1 console=ttyS0,115200 quiet
initrd /initrd.img
boot
`;

const hooks = [
  'echo "LABEL=cloudroot / ext4 errors=remount-ro,discard 0 1" > "$1/etc/fstab"',
  'printf "datasource_list: [ NoCloud, None ]\\nsystem_info: {network: {renderers: [netplan]}, default_user: {name: debian}}\\nlocale: false\\nmanage_etc_hosts: localhost\\n" > "$1/etc/cloud/cloud.cfg.d/90_cloudberth.cfg"',
  'chroot "$1" systemctl enable systemd-networkd systemd-resolved ssh serial-getty@ttyS0.service getty@tty1.service',
  // Debian's installer writes this, but its packages don't. cloud-init adds the server's own name.
  'printf "127.0.0.1\\tlocalhost\\n::1\\tlocalhost ip6-localhost ip6-loopback\\n" > "$1/etc/hosts"',
  'rm -f "$1"/etc/ssh/ssh_host_* "$1/etc/machine-id"; touch "$1/etc/machine-id"; echo debian > "$1/etc/hostname"',
  'rm -rf "$1"/var/cache/apt/*.bin "$1"/var/lib/apt/lists/* "$1"/var/log/*.log; mkdir -p "$1/boot/grub"',
];

/**
 * Builds a Debian guest with cloud-init, SSH and the guest agent as a bootable qcow2 disk at
 * `outFile`, from Debian packages only and without loop mounts. Runs as root, or as a user with
 * subordinate IDs (package uidmap). Throws `GuestBuildError` with the remedy, or the reason of an
 * abort signal, and leaves nothing behind on failure.
 */
export async function buildDebianImage(
  outFile: string,
  log: BuildLog,
  signal?: AbortSignal,
): Promise<void> {
  await requirePrograms([
    { program: 'mmdebstrap', debianPackage: 'mmdebstrap' },
    { program: 'mke2fs', debianPackage: 'e2fsprogs' },
    { program: 'sfdisk', debianPackage: 'fdisk' },
    { program: 'grub-mkimage', debianPackage: 'grub-common' },
    { program: 'qemu-img', debianPackage: 'qemu-utils' },
    ...(isRoot() ? [] : [{ program: 'newuidmap', debianPackage: 'uidmap' }]),
  ]);
  if (!(await exists(join(grubFolder, 'boot.img'))))
    throw new GuestBuildError(
      'The image cannot be built: the boot loader for BIOS machines is missing. Run: apt-get install --no-install-recommends grub-pc-bin',
    );
  const folder = await makeWorkFolder('debian', (path) =>
    asBuilder('sh', ['-c', 'rm -rf "$0"/*', path]).flat(),
  );
  const workFolder = folder.path;
  try {
    log(`Installing Debian ${release} with ${packages.length} packages (a few minutes)`);
    await installSystem(workFolder, signal);
    log('Making the disk');
    const raw = join(workFolder, 'disk.raw');
    await makeDisk(workFolder, raw, signal);
    await installBootLoader(workFolder, raw);
    log('Compressing');
    const target = resolve(outFile);
    await mkdir(dirname(target), { recursive: true });
    await convertToQcow2(raw, `${target}.new`, { isCompressed: true, signal });
    await rename(`${target}.new`, target);
    log(
      `The Debian image is ready: ${target} (${Math.round((await stat(target)).size / 2 ** 20)} MB)`,
    );
  } finally {
    await folder.remove();
  }
}

/** If the portal is killed, the build ends too. */
const untilParentDies = ['--pdeathsig', 'KILL'];
/**
 * As root, mmdebstrap mounts file systems into the system it creates. With separate mount and
 * process namespaces, they end with it.
 */
const ownNamespaces = ['unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** In a container, root may be unable to mount. mmdebstrap then works without mounting. */
const canUseNamespaces = (): Promise<boolean> =>
  runBuild('unshare', [...ownNamespaces.slice(1), 'true']).then(
    () => true,
    () => false,
  );

async function installSystem(workFolder: string, signal?: AbortSignal): Promise<void> {
  const excludedPaths = ['/usr/share/man/*', '/usr/share/doc/*', '/usr/share/locale/*'].map(
    (path) => `--dpkgopt=path-exclude=${path}`,
  );
  const command = [
    ...untilParentDies,
    ...(isRoot() && (await canUseNamespaces()) ? ownNamespaces : []),
    ...[
      'mmdebstrap',
      '--variant=minbase',
      `--mode=${isRoot() ? 'root' : 'unshare'}`,
      '--quiet',
      `--include=${packages.join(',')}`,
    ],
    ...['--aptopt=Apt::Install-Recommends "false"', ...excludedPaths],
    ...hooks.map((hook) => `--customize-hook=${hook}`),
    ...[release, join(workFolder, 'root.tar')],
  ];
  await runBuild('setpriv', command, { env: { TMPDIR: workFolder }, signal });
}

/** Creates one bootable partition with the file system and its content. */
async function makeDisk(workFolder: string, raw: string, signal?: AbortSignal): Promise<void> {
  const root = join(workFolder, 'root');
  await writeFile(join(workFolder, 'grub.cfg'), grubConfig);
  await writeFile(raw, '');
  if (!isRoot()) await chmod(raw, 0o666);
  await truncate(raw, virtualSizeGb * 2 ** 30);
  await runBuild('sh', [
    '-c',
    `printf 'label: dos\\nstart=${partitionStartSector}, type=83, bootable\\n' | sfdisk -q "$0"`,
    raw,
  ]);
  const offset = partitionStartSector * sectorBytes;
  const blocks = (virtualSizeGb * 2 ** 30 - offset) / 4096;
  const steps = [
    'mkdir "$1"',
    // Only a real root can create device nodes, and the kernel creates its own when the guest
    // starts.
    'tar -C "$1" -xf "$2" --numeric-owner --exclude="./dev/*"',
    'cp "$3" "$1/boot/grub/grub.cfg"',
    `mke2fs -q -F -t ext4 -b 4096 -O ^metadata_csum_seed -L cloudroot -E offset=${offset} -d "$1" "$4" ${blocks}`,
  ];
  const args = [
    '-ec',
    steps.join('\n'),
    'sh',
    root,
    join(workFolder, 'root.tar'),
    join(workFolder, 'grub.cfg'),
    raw,
  ];
  await runBuild(...asBuilder('sh', args), { signal });
}

/**
 * GRUB as its own installer places it on a BIOS disk: 440 bytes of boot.img in the first sector,
 * core.img in the sectors after it (its block list expects to continue at sector 2, as grub-mkimage
 * writes it).
 */
async function installBootLoader(workFolder: string, raw: string): Promise<void> {
  const core = join(workFolder, 'core.img');
  const modules = [
    'biosdisk',
    'part_msdos',
    'ext2',
    'normal',
    'configfile',
    'linux',
    'search',
    'search_label',
    'echo',
    'boot',
  ];
  await runBuild('grub-mkimage', [
    '-O',
    'i386-pc',
    '-d',
    grubFolder,
    '-o',
    core,
    '-p',
    '(hd0,msdos1)/boot/grub',
    ...modules,
  ]);
  const [boot, rest] = await Promise.all([readFile(join(grubFolder, 'boot.img')), readFile(core)]);
  if (rest.length > (partitionStartSector - 1) * sectorBytes)
    throw new GuestBuildError('The boot loader does not fit before the first partition.');
  const disk = await open(raw, 'r+');
  try {
    await disk.write(boot, 0, 440, 0);
    await disk.write(rest, 0, rest.length, sectorBytes);
  } finally {
    await disk.close();
  }
}

/**
 * Runs the program directly as root. Other users run it as root of a user namespace, so that files
 * keep their owners.
 */
const asBuilder = (program: string, args: string[]): [string, string[]] =>
  isRoot() ? [program, args] : ['mmdebstrap', ['--unshare-helper', program, ...args]];

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
