import { basename, dirname } from 'node:path';
import type { Account } from './account.ts';

/** Device nodes a confined program can be given besides /dev/null and /dev/urandom. */
export type Device = 'kvm' | 'net/tun';

export interface Confinement {
  /** Absolute paths, visible at the same place. Everything else of the machine but its programs is absent. */
  folders?: Paths;
  files?: Paths;
  devices?: readonly Device[];
  /** `inherited`: the network namespace it is started in. */
  network: 'none' | 'inherited';
  /** `cgroup.procs` files it joins. */
  cgroups?: readonly string[];
  /** Options of prlimit(1). */
  limits?: readonly string[];
  workFolder?: string;
}

export interface Paths {
  readOnly?: readonly string[];
  writable?: readonly string[];
}

/** How the namespaces are made: by root, in a user namespace of an ordinary user, or not at all. */
export type Namespaces = 'root' | 'user' | null;

/** What this machine offers for confining programs. */
export interface Means {
  /** Null: the portal's own user. */
  account: Account | null;
  namespaces: Namespaces;
  /** Whether capabilities can be given up: an ordinary user without namespaces has none. */
  dropsCapabilities: boolean;
  /** Top-level folders with programs and libraries; `link` where the folder is a symbolic link. */
  programFolders: readonly { name: string; link: string | null }[];
  devices: readonly DeviceAccess[];
  /** Files that programs need to start, such as the cache of the dynamic linker. */
  files: readonly string[];
  /** An empty folder that every confined program mounts its root on, in its own mount namespace. */
  mountPoint: string;
}

/** Who can open the node. One that only root can open is created anew for the confined program. */
export interface DeviceAccess {
  device: Device;
  access: 'everyone' | 'root' | { group: number };
}

const deviceNumbers: Record<Device, string> = { kvm: '10 232', 'net/tun': '10 200' };

/** Confined programs get this environment and nothing of the portal's. */
export const environment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/** A command that runs `command` confined and ends with it and with the portal. */
export function foregroundCommand(means: Means, confinement: Confinement, command: readonly string[]): [string, ...string[]] {
  const child = ['--pid', '--fork', '--kill-child'];
  return [
    'setpriv',
    '--pdeathsig',
    'KILL',
    ...shell(means, confinement, child, [...dropRights(means, confinement), ...inFolder(confinement, command)]),
  ];
}

/**
 * A command that starts `command` confined and ends with exit code 0 once it has written the process ID, as this machine counts, to
 * `pidFile`. The program goes on by itself; in its own process namespace it is the first process.
 */
export function daemonCommand(means: Means, confinement: Confinement, command: readonly string[], pidFile: string): [string, ...string[]] {
  // Without job control a shell gives background commands no standard input, so descriptor 4 carries it.
  const detach = ['sh', '-c', '"$@" <&4 4<&- 3>&- & echo $! >&3', 'sh', ...dropRights(means, confinement), ...command];
  return shell(means, confinement, [], means.namespaces === null ? detach : ['unshare', '--pid', ...detach], pidFile);
}

/** Runs the shell that builds the root, in fresh namespaces where there are any. */
function shell(means: Means, confinement: Confinement, child: string[], rest: readonly string[], pidFile?: string): [string, ...string[]] {
  const { namespaces, mountPoint } = means;
  const lines = [
    'set -eu',
    ...(confinement.cgroups ?? []).map((file) => `echo $$ >${quote(file)}`),
    ...(namespaces === null ? [] : rootLines(means, confinement)),
    ...['ulimit -c 0', 'umask 077', 'unset OLDPWD PWD'],
    ...(pidFile === undefined ? [] : [`exec 3>${quote(pidFile)} 4<&0`]),
    ...(namespaces === null ? ['exec "$@"'] : [`mount --move ${quote(mountPoint)} /`, 'exec chroot . "$@"']),
  ];
  return [...unshare(means, confinement, child), 'sh', '-c', lines.join('\n'), 'confined', ...rest] as [string, ...string[]];
}

function unshare({ namespaces }: Means, { network }: Confinement, child: string[]): string[] {
  if (namespaces === null) return [];
  const user = namespaces === 'user' ? ['--user', '--map-root-user'] : [];
  return ['unshare', ...user, '--mount', '--ipc', '--uts', ...(network === 'none' ? ['--net'] : []), ...child];
}

/** Shell lines that build the root at the mount point and change into it. */
function rootLines(means: Means, confinement: Confinement): string[] {
  const root = means.mountPoint;
  const { programFolders } = means;
  const links = programFolders.filter(({ link }) => link !== null);
  const plain = links.filter(({ name, link }) => basename(link ?? '') === name);
  const wanted = means.devices.filter(({ device }) => confinement.devices?.includes(device));
  const made = means.namespaces === 'root' ? wanted.filter(({ access }) => access === 'root') : [];
  const nodes = ['/dev/null', '/dev/urandom', ...wanted.filter((one) => !made.includes(one)).map(({ device }) => `/dev/${device}`)];
  const files = { readOnly: [...means.files, ...(confinement.files?.readOnly ?? [])], writable: confinement.files?.writable ?? [] };
  const places = [...nodes, ...files.readOnly, ...files.writable];
  const parents = [...new Set(places.map((path) => dirname(path).slice(1)))];
  const mounts = [
    ...programFolders.filter(({ link }) => link === null).map(({ name }) => mountLine(`/${name}`, root, 'rbind,ro')),
    ...nodes.map((node) => mountLine(node, root, 'bind')),
    ...byDepth(files, '').map(({ path, options }) => mountLine(path, root, options)),
    ...byDepth(confinement.folders ?? {}, ',X-mount.mkdir=755').map(({ path, options }) => mountLine(path, root, options)),
  ];
  return [
    'umask 022',
    `mount -t tmpfs -o mode=755,size=1m,nosuid cloudberth ${quote(root)}`,
    `cd ${quote(root)}`,
    `mkdir -p etc dev/net ${parents.map(quote).join(' ')}`,
    // One program makes all links that are called what they lead to: each start of a program costs milliseconds.
    ...(plain.length > 0 ? [`ln -s ${plain.map(({ link }) => quote(link ?? '')).join(' ')} .`] : []),
    ...links.filter((one) => !plain.includes(one)).map(({ name, link }) => `ln -s ${quote(link ?? '')} ${name}`),
    ...places.map((file) => `: >${quote(file.slice(1))}`),
    `printf '%s' ${quote(mounts.join(''))} >etc/fstab`,
    'mount -a -T etc/fstab',
    ': >etc/fstab',
    ...made.map(({ device }) => `mknod -m 666 dev/${device} c ${deviceNumbers[device]}`),
  ];
}

/** Parents before what is inside them. */
function byDepth({ readOnly = [], writable = [] }: Paths, more: string): { path: string; options: string }[] {
  const all = [
    ...readOnly.map((path) => ({ path, options: `bind,ro${more}` })),
    ...writable.map((path) => ({ path, options: `bind${more}` })),
  ];
  return all.sort((one, other) => one.path.length - other.path.length);
}

/** A line of fstab(5). */
function mountLine(path: string, root: string, options: string): string {
  const escaped = (text: string) => text.replace(/[\\ \t\n]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`);
  const folder = options.startsWith('rbind') ? ',X-mount.mkdir=755' : '';
  return `${escaped(path)} ${escaped(root + path)} none ${options}${folder}\n`;
}

/** No capabilities, no way to gain any, and the unprivileged account. */
function dropRights(means: Means, { limits = [], devices = [] }: Confinement): string[] {
  const groups = means.devices.flatMap(({ device, access }) =>
    typeof access === 'object' && devices.includes(device) ? [access.group] : [],
  );
  const who = means.account
    ? [`--reuid=${means.account.uid}`, `--regid=${means.account.gid}`, groups.length > 0 ? `--groups=${groups}` : '--clear-groups']
    : [];
  const capabilities = means.dropsCapabilities ? ['--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all'] : [];
  return ['setpriv', ...who, '--no-new-privs', ...capabilities, ...(limits.length > 0 ? ['prlimit', ...limits] : [])];
}

const inFolder = ({ workFolder }: Confinement, command: readonly string[]) =>
  workFolder === undefined ? command : ['env', `--chdir=${workFolder}`, ...command];

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
