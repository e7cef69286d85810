import { access, constants, readdir, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { readableByOthers, runQuietly } from './processes.ts';
import { installsForbidden } from './project.ts';
import { duration, say } from './say.ts';

/** A package of Debian or Ubuntu, how to see that it is there, and why it is wanted. */
interface SystemPackage {
  name: string;
  /** A program in PATH, or an absolute path. */
  evidence: string;
  reason: string;
}

const virtualMachines: readonly SystemPackage[] = [
  { name: 'qemu-system-x86', evidence: 'qemu-system-x86_64', reason: 'runs the virtual servers' },
  { name: 'qemu-utils', evidence: 'qemu-img', reason: 'makes, grows and checks their disks' },
  // Without these, or without root, each server sits in a network of its own that the guest cannot be reached in.
  { name: 'iproute2', evidence: '/sbin/ip', reason: 'bridges their networks' },
  { name: 'nftables', evidence: '/usr/sbin/nft', reason: 'keeps their networks apart and is their firewall' },
  { name: 'dnsmasq-base', evidence: '/usr/sbin/dnsmasq', reason: 'gives them their addresses' },
];

const guestBuilding: readonly SystemPackage[] = [
  { name: 'qemu-utils', evidence: 'qemu-img', reason: 'makes the disk of a guest' },
  { name: 'e2fsprogs', evidence: '/sbin/mke2fs', reason: 'makes the file system on it' },
  { name: 'mmdebstrap', evidence: 'mmdebstrap', reason: 'puts a Debian guest together from packages' },
  { name: 'fdisk', evidence: '/sbin/sfdisk', reason: 'partitions its disk' },
  { name: 'grub-common', evidence: 'grub-mkimage', reason: 'makes it start by itself' },
  { name: 'grub-pc-bin', evidence: '/usr/lib/grub/i386-pc/boot.img', reason: 'makes it start by itself' },
  // Root needs no other accounts to put it together.
  ...(process.getuid?.() === 0 ? [] : [{ name: 'uidmap', evidence: 'newuidmap', reason: 'lets a guest be put together without root' }]),
];

const browser: readonly SystemPackage[] = [
  { name: 'chromium', evidence: 'chromium', reason: 'the journeys at the screens of servers are run in a real browser' },
  {
    name: 'chromium-headless-shell',
    evidence: 'chromium-headless-shell',
    reason: 'the other journeys are run in the same browser without a window',
  },
  {
    name: 'fonts-dejavu-core',
    evidence: '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
    reason: 'Latin and Hebrew letters in that browser',
  },
  {
    name: 'fonts-noto-core',
    evidence: '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
    reason: 'the same letters in other widths: screens must hold for any font',
  },
];

/** What the tests with real virtual machines ask beside the servers themselves. */
const guestTesting: readonly SystemPackage[] = [
  ...guestBuilding,
  { name: 'iputils-ping', evidence: 'ping', reason: 'asks through a firewall whether a machine answers' },
  // It listens on its own from its installation on: for a machine that is thrown away after the tests.
  ...(process.env.CI ? [{ name: 'openssh-server', evidence: '/usr/sbin/sshd', reason: 'the console signs in to a real one' }] : []),
];

/** Clients of other clouds that are pointed at the portal as they are. */
const clients: readonly SystemPackage[] = [
  { name: 'python3-libcloud', evidence: '/usr/lib/python3/dist-packages/libcloud', reason: 'its driver manages servers of the portal' },
];

/** Every system package Cloudberth can use, by what it is used for. */
export const systemPackages = { clients, virtualMachines, guestBuilding, guestTesting, browser };

const listsGrowOldAfterMs = 7 * 24 * 3600_000;

/**
 * Installs the packages that are missing: as root or through sudo that asks nothing, otherwise prints the exact line.
 * Returns those still missing, with a sentence why; a failure here never stops the portal.
 */
export async function installPackages(wanted: readonly SystemPackage[]): Promise<{ missing: SystemPackage[]; why: string }> {
  const missing = await missingOf(wanted);
  if (missing.length === 0) return { missing, why: '' };
  const why = await install(missing);
  return { missing: await missingOf(missing), why };
}

async function install(missing: SystemPackage[]): Promise<string> {
  const names = missing.map(({ name }) => name);
  const list = missing.map(({ name, reason }) => `${name} (${reason})`).join(', ');
  const byHand = `sudo apt-get install --no-install-recommends ${names.join(' ')}`;
  if (installsForbidden()) return refuse(`not installed, because CLOUDBERTH_NO_INSTALL=1: ${list}`);
  if (!(await isThere('apt-get'))) return refuse(`this is no Debian or Ubuntu machine; install by its own means: ${list}`);
  const prefix = await rootPrefix();
  if (!prefix) return refuse(`not installed, because this needs root: ${list}\n  ${byHand}`);
  say(`installing ${list}`);
  const started = performance.now();
  try {
    if (await listsAreOld()) await aptGet(prefix, ['update']);
    await aptGet(prefix, ['install', '-y', '--no-install-recommends', ...names]).catch(async () => {
      await aptGet(prefix, ['update']); // the lists named a version that has since been replaced
      await aptGet(prefix, ['install', '-y', '--no-install-recommends', ...names]);
    });
    say(`system packages installed in ${duration(performance.now() - started)}`);
    return '';
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n  ${byHand}`);
  }
}

function refuse(why: string): string {
  say(why);
  return why;
}

async function missingOf(wanted: readonly SystemPackage[]): Promise<SystemPackage[]> {
  const there = await Promise.all(wanted.map(({ evidence }) => isThere(evidence)));
  return wanted.filter((_, index) => !there[index]);
}

/** Is this program in PATH, or this absolute path on the machine? */
export async function isThere(evidence: string): Promise<boolean> {
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

/** How to become root without a question: nothing to add, `sudo -n`, or not at all. */
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
  await runQuietly(...readableByOthers(program, rest), `apt-get ${args[0]}`);
}

async function listsAreOld(): Promise<boolean> {
  const folder = '/var/lib/apt/lists';
  const names = (await readdir(folder).catch(() => [])).filter((name) => /_(In)?Release$/.test(name));
  if (names.length === 0) return true;
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  return Date.now() - Math.max(...times) > listsGrowOldAfterMs;
}
