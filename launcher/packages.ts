import { access, constants, readdir, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { duration, printStatus } from './output.ts';
import { installsForbidden } from './project.ts';
import { runQuietly, withDefaultUmask } from './run/processes.ts';

/** A Debian or Ubuntu package, how to detect it, and why it is needed. */
interface SystemPackage {
  name: string;
  /** A program in PATH, or an absolute path. */
  evidence: string;
  reason: string;
}

const virtualMachines: readonly SystemPackage[] = [
  { name: 'qemu-system-x86', evidence: 'qemu-system-x86_64', reason: 'runs virtual servers' },
  { name: 'qemu-utils', evidence: 'qemu-img', reason: 'creates, grows, and checks server disks' },
  // Without these, or without root, each server has its own isolated network, where the guest can't
  // be reached.
  { name: 'iproute2', evidence: '/sbin/ip', reason: 'bridges server networks' },
  {
    name: 'nftables',
    evidence: '/usr/sbin/nft',
    reason: 'isolates server networks and provides their firewall',
  },
  {
    name: 'dnsmasq-base',
    evidence: '/usr/sbin/dnsmasq',
    reason: 'assigns IP addresses to servers',
  },
];

const guestBuilding: readonly SystemPackage[] = [
  { name: 'qemu-utils', evidence: 'qemu-img', reason: 'creates image disks' },
  { name: 'e2fsprogs', evidence: '/sbin/mke2fs', reason: 'creates image file systems' },
  { name: 'mmdebstrap', evidence: 'mmdebstrap', reason: 'builds Debian images from packages' },
  { name: 'fdisk', evidence: '/sbin/sfdisk', reason: 'partitions image disks' },
  { name: 'grub-common', evidence: 'grub-mkimage', reason: 'makes images bootable' },
  {
    name: 'grub-pc-bin',
    evidence: '/usr/lib/grub/i386-pc/boot.img',
    reason: 'makes images bootable',
  },
  // Root can build images without subordinate user IDs.
  ...(process.getuid?.() === 0
    ? []
    : [{ name: 'uidmap', evidence: 'newuidmap', reason: 'builds images without root' }]),
];

const browser: readonly SystemPackage[] = [
  {
    name: 'chromium',
    evidence: 'chromium',
    reason: 'runs the console journey tests in a real browser',
  },
  {
    name: 'chromium-headless-shell',
    evidence: 'chromium-headless-shell',
    reason: 'runs the other journey tests without a window',
  },
  {
    name: 'fonts-dejavu-core',
    evidence: '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
    reason: 'Latin and Hebrew fonts for the browser',
  },
  {
    name: 'fonts-noto-core',
    evidence: '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
    reason: 'fonts with other widths, since screens must work with any font',
  },
];

/** Packages that tests with real virtual machines need in addition to those for servers. */
const guestTesting: readonly SystemPackage[] = [
  ...guestBuilding,
  {
    name: 'iputils-ping',
    evidence: 'ping',
    reason: 'checks through a firewall whether a machine responds',
  },
  // It starts listening when it is installed, so it's only installed on machines that are discarded
  // after the tests.
  ...(process.env.CI
    ? [
        {
          name: 'openssh-server',
          evidence: '/usr/sbin/sshd',
          reason: 'the console tests sign in to a real SSH server',
        },
      ]
    : []),
];

/** Unmodified clients of other clouds that the tests run against the portal. */
const clients: readonly SystemPackage[] = [
  {
    name: 'python3-libcloud',
    evidence: '/usr/lib/python3/dist-packages/libcloud',
    reason: 'a client library that the tests manage servers with',
  },
];

/** All system packages that Cloudberth can use, by purpose. */
export const systemPackages = { clients, virtualMachines, guestBuilding, guestTesting, browser };

const packageListMaxAgeMs = 7 * 24 * 3600_000;

/**
 * Installs missing packages as root or through passwordless sudo, otherwise prints the exact
 * command. Returns the packages still missing, with the reason. A failure here never stops the
 * portal.
 */
export async function installPackages(
  requested: readonly SystemPackage[],
): Promise<{ missing: SystemPackage[]; why: string }> {
  const missing = await findMissing(requested);
  if (missing.length === 0) return { missing, why: '' };
  const failure = await install(missing);
  return { missing: await findMissing(missing), why: failure };
}

async function install(missing: SystemPackage[]): Promise<string> {
  const names = missing.map(({ name }) => name);
  const list = missing.map(({ name, reason }) => `${name} (${reason})`).join(', ');
  const manualCommand = `sudo apt-get install --no-install-recommends ${names.join(' ')}`;
  if (installsForbidden())
    return userError(`not installed because CLOUDBERTH_NO_INSTALL=1: ${list}`);
  if (!(await isInstalled('apt-get')))
    return userError(
      `this isn't a Debian or Ubuntu machine. Install these packages yourself: ${list}`,
    );
  const prefix = await rootPrefix();
  if (!prefix)
    return userError(`not installed because root is required: ${list}\n  ${manualCommand}`);
  printStatus(`installing ${list}`);
  const started = performance.now();
  try {
    if (await arePackageListsOld()) await aptGet(prefix, ['update']);
    await aptGet(prefix, ['install', '-y', '--no-install-recommends', ...names]).catch(async () => {
      await aptGet(prefix, ['update']); // The package lists contained a version that has since been replaced.
      await aptGet(prefix, ['install', '-y', '--no-install-recommends', ...names]);
    });
    printStatus(`system packages installed in ${duration(performance.now() - started)}`);
    return '';
  } catch (error) {
    return userError(
      `${error instanceof Error ? error.message : String(error)}\n  ${manualCommand}`,
    );
  }
}

function userError(message: string): string {
  printStatus(message);
  return message;
}

async function findMissing(requested: readonly SystemPackage[]): Promise<SystemPackage[]> {
  const presence = await Promise.all(
    requested.map(({ evidence: fileOrProgram }) => isInstalled(fileOrProgram)),
  );
  return requested.filter((_, index) => !presence[index]);
}

/** Whether a program is in PATH, or an absolute path exists. */
export async function isInstalled(evidence: string): Promise<boolean> {
  const folders = evidence.startsWith('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  const found = await Promise.all(
    folders.map((folder) =>
      access(join(folder, evidence), folder ? constants.X_OK : constants.R_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

/** The prefix that runs a command as root without prompting. Undefined if there is none. */
async function rootPrefix(): Promise<string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  return runQuietly('sudo', ['-n', 'true'], 'sudo').then(
    () => ['sudo', '-n'],
    () => undefined,
  );
}

async function aptGet(prefix: string[], args: string[]): Promise<void> {
  const environment = ['env', 'DEBIAN_FRONTEND=noninteractive'];
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2'];
  const [program = 'env', ...rest] = [...prefix, ...environment, 'apt-get', ...options, ...args];
  await runQuietly(...withDefaultUmask(program, rest), `apt-get ${args[0]}`);
}

async function arePackageListsOld(): Promise<boolean> {
  const folder = '/var/lib/apt/lists';
  const names = (await readdir(folder).catch(() => [])).filter((name) =>
    /_(In)?Release$/.test(name),
  );
  if (names.length === 0) return true;
  const times = await Promise.all(
    names.map(async (name) => (await stat(join(folder, name))).mtimeMs),
  );
  return Date.now() - Math.max(...times) > packageListMaxAgeMs;
}
