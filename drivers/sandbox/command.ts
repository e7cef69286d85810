import { dirname, join } from 'node:path';
import type { Account } from './account.ts';

/** Device nodes that a confined program can access in addition to /dev/null and /dev/urandom. */
export type Device = 'kvm' | 'net/tun';

export interface Confinement {
  /**
   * Absolute paths, visible at the same location. All other files of the machine, except its
   * programs, are hidden.
   */
  folders?: Paths;
  files?: Paths;
  devices?: readonly Device[];
  /** `inherited`: the network namespace in which the command is started. */
  network: 'none' | 'inherited';
  /** Options of prlimit(1). */
  limits?: readonly string[];
  /** Capabilities that are kept if the program starts with all of them. Default: none. */
  capabilities?: readonly string[];
  workFolder?: string;
  /** A file for the mount list, which is overwritten. Not needed after the program has started. */
  mountTable: string;
}

export interface Paths {
  readOnly?: readonly string[];
  writable?: readonly string[];
}

/**
 * How the namespaces are created: by root, in a user namespace of an ordinary user, or not at all.
 */
export type Namespaces = 'root' | 'user' | null;

/** The mechanisms for confining programs that this machine supports. */
export interface Isolation {
  /** Null for the portal's own user. */
  account: Account | null;
  namespaces: Namespaces;
  /** Whether capabilities can be dropped. An ordinary user without namespaces has none. */
  dropsCapabilities: boolean;
  /**
   * Top-level folders with programs and libraries. `link` is set if the folder is a symbolic link.
   */
  programFolders: readonly { name: string; link: string | null }[];
  devices: readonly DeviceAccess[];
  /** Files that programs need to start, such as the cache of the dynamic linker. */
  files: readonly string[];
  /**
   * The folder from `makeRootFolder`: every confined program mounts its root there, in its own
   * mount namespace.
   */
  rootFolder: string;
}

/**
 * Who can open the node. A node that only root can open is created for the confined program in
 * `ownDevices`.
 */
export interface DeviceAccess {
  device: Device;
  access: 'everyone' | 'root' | { group: number };
}

/** The folder for device nodes that are created in the confined root. */
export const ownDevices = 'dev/own';
export const standardDevices = ['/dev/null', '/dev/urandom'] as const;

const deviceNumbers: Record<Device, string> = { kvm: '10 232', 'net/tun': '10 200' };

/** The environment of confined programs. Nothing is inherited from the portal. */
export const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
};

/** Returns a command that runs `command` confined and ends together with it and with the portal. */
export function foregroundCommand(
  isolation: Isolation,
  confinement: Confinement,
  command: readonly string[],
): [string, ...string[]] {
  const child = ['--pid', '--fork', '--kill-child'];
  return [
    'setpriv',
    '--pdeathsig',
    'KILL',
    ...shell(isolation, confinement, child, [
      ...dropPrivileges(isolation, confinement),
      ...inWorkFolder(confinement, command),
    ]),
  ];
}

/**
 * A program that outlives the portal, started in two stages so that its confinement is built while
 * the portal prepares the rest. `words` start a shell that reads `preparation` and later the lines
 * of `start` from its standard input. If the input ends before that, nothing is started.
 */
export interface StagedCommand {
  words: readonly [string, ...string[]];
  preparation: string;
  start(program: StagedProgram): string;
}

export interface StagedProgram {
  command: readonly string[];
  /** Path of a network namespace. Null for the portal's own. */
  networkNamespace: string | null;
  /**
   * Opened for reading and writing as the program's standard input, and for appending as its
   * standard output.
   */
  input: string;
  output: string;
}

/** The file with the process ID, in this machine's namespace, after the program is started. */
export interface PidFile {
  path: string;
  /**
   * If the first line of this file isn't `token`, the program isn't started, because a later start
   * has replaced this one. The file is read again after the process ID has been written. A later
   * start first writes its token and then looks for the process, so either it finds the process, or
   * the process finds the token.
   */
  claim?: { path: string; token: string };
}

/** In its own process namespace, the program is PID 1. */
export function stagedCommand(
  isolation: Isolation,
  confinement: Confinement,
  pidFile: PidFile,
): StagedCommand {
  const [program = 'sh', ...rest] = [
    ...unshare(isolation, confinement, ['--pid', '--fork']),
    'sh',
    '-s',
  ];
  const rights = dropPrivileges(isolation, confinement);
  return {
    words: [program, ...rest],
    preparation: `${[...buildRoot(isolation, confinement), ...startState].join('\n')}\n`,
    start: ({ command, networkNamespace, input, output }) => {
      const network = networkNamespace === null ? [] : ['nsenter', `--net=${networkNamespace}`];
      const root = isolation.namespaces === null ? [] : ['chroot', '.'];
      const line = [...network, ...root, ...rights, ...command].map(quote).join(' ');
      return startLines(pidFile, `${line} <>${quote(input)} >>${quote(output)}`);
    },
  };
}

/**
 * The braces make the shell run either all lines or, if the portal ends while writing them, none.
 * Until chroot, /proc is that of the machine.
 */
export function startLines({ path, claim }: PidFile, program: string): string {
  const check = claim
    ? [`read -r token <${quote(claim.path)}`, `[ "$token" = ${quote(claim.token)} ]`]
    : [];
  return [
    '{',
    'read -r pid rest </proc/self/stat',
    ...check,
    `echo "$pid" >${quote(path)}`,
    ...check,
    `exec ${program}`,
    '}',
    '',
  ].join('\n');
}

const startState = ['ulimit -c 0', 'umask 077', 'unset OLDPWD PWD'];

/** Runs the shell that builds the root, in new namespaces if supported. */
function shell(
  isolation: Isolation,
  confinement: Confinement,
  child: string[],
  rest: readonly string[],
): [string, ...string[]] {
  const enterCommand = isolation.namespaces === null ? 'exec "$@"' : 'exec chroot . "$@"';
  const lines = [...buildRoot(isolation, confinement), ...startState, enterCommand];
  return [
    ...unshare(isolation, confinement, child),
    'sh',
    '-c',
    lines.join('\n'),
    'confined',
    ...rest,
  ] as [string, ...string[]];
}

const buildRoot = (isolation: Isolation, confinement: Confinement) => [
  'set -eu',
  ...(isolation.namespaces === null ? [] : mountRootLines(isolation, confinement)),
];

function unshare({ namespaces }: Isolation, { network }: Confinement, child: string[]): string[] {
  if (namespaces === null) return [];
  const user = namespaces === 'user' ? ['--user', '--map-root-user'] : [];
  return [
    'unshare',
    ...user,
    '--mount',
    '--ipc',
    '--uts',
    ...(network === 'none' ? ['--net'] : []),
    ...child,
  ];
}

/**
 * Shell lines that mount the root and change into it. Each program they run delays the start by
 * milliseconds.
 */
function mountRootLines(isolation: Isolation, confinement: Confinement): string[] {
  const root = isolation.rootFolder;
  const allowedDevices = isolation.devices.filter(({ device }) =>
    confinement.devices?.includes(device),
  );
  const createdDevices =
    isolation.namespaces === 'root' ? allowedDevices.filter(({ access }) => access === 'root') : [];
  const nodes = [
    ...standardDevices,
    ...allowedDevices
      .filter((one) => !createdDevices.includes(one))
      .map(({ device }) => `/dev/${device}`),
  ];
  const { readOnly = [], writable = [] } = confinement.files ?? {};
  // Files of the root folder already exist as mount points. Others need one.
  const placed = readOnly.filter((path) => !isolation.files.includes(path));
  const boundFiles = isolation.files.filter(
    (path) => startFiles.includes(path) || readOnly.includes(path),
  );
  const { folders = {} } = confinement;
  const areas = areasOf(isolation, confinement);
  const first = [
    mountLine(root, '.', root, `bind,${readOnlyOptions}`),
    ...isolation.programFolders
      .filter(({ link }) => link === null)
      .map(({ name }) => mountLine(`/${name}`, `/${name}`, root, 'rbind,ro,nosuid')),
    ...nodes.map((node) => mountLine(node, node, root, 'bind,nosuid')),
    ...boundFiles.map((path) => mountLine(path, path, root, `bind,${readOnlyOptions}`)),
    ...[...areas, ...(createdDevices.length > 0 ? [`/${ownDevices}`] : [])].map((path) =>
      mountLine('cloudberth', path, root, tmpfsOptions, 'tmpfs'),
    ),
    ...byDepth(folders).map(({ path, options }) =>
      mountLine(path, path, root, `${options},X-mount.mkdir=755`),
    ),
  ];
  const files = byDepth({ readOnly: placed, writable });
  const parents = [...new Set(files.map(({ path }) => quote(dirname(path).slice(1))))];
  return [
    'umask 022',
    ...mountAll(confinement.mountTable, first),
    `cd ${quote(root)}`,
    ...(files.length > 0 ? [`mkdir -p ${parents.join(' ')}`] : []),
    ...files.map(({ path }) => `: >${quote(path.slice(1))}`),
    ...(files.length > 0
      ? mountAll(
          confinement.mountTable,
          files.map(({ path, options }) => mountLine(path, path, root, options)),
        )
      : []),
    ...createdDevices.map(
      ({ device }) =>
        `mknod -m 666 ${ownDevices}/${ownDeviceName(device)} c ${deviceNumbers[device]}`,
    ),
  ];
}

/** Files that every program needs to start, such as the cache of the dynamic linker. */
export const startFiles: readonly string[] = ['/etc/ld.so.cache'];

export const ownDeviceName = (device: Device) => device.replace('/', '-');

const readOnlyOptions = 'ro,nosuid,nodev,noexec';
const tmpfsOptions = 'mode=755,size=1m,nosuid';

/**
 * Top-level folders that get an in-memory file system, in which the mount points for the
 * confinement's files and folders are created.
 */
export function areasOf(
  { programFolders, files: known }: Isolation,
  { files = {}, folders = {} }: Confinement,
): string[] {
  const programs = programFolders.map(({ name }) => name);
  const paths = [files, folders].flatMap(({ readOnly = [], writable = [] }) => [
    ...readOnly,
    ...writable,
  ]);
  const names = paths
    .filter((path) => !known.includes(path))
    .map((path) => path.split('/')[1] ?? '');
  return [...new Set(names)].filter((name) => !programs.includes(name)).map((name) => `/${name}`);
}

/** mount(8) reads its list from regular files only. */
const mountAll = (table: string, lines: readonly string[]) => [
  `printf '%s' ${quote(lines.join(''))} >${quote(table)}`,
  `mount -a -T ${quote(table)}`,
];

/** Sorts parents before their children. */
function byDepth({ readOnly = [], writable = [] }: Paths): { path: string; options: string }[] {
  const all = [
    ...readOnly.map((path) => ({ path, options: `bind,${readOnlyOptions}` })),
    ...writable.map((path) => ({ path, options: 'bind,nosuid,nodev,noexec' })),
  ];
  return all.sort((one, other) => one.path.length - other.path.length);
}

/** A line of fstab(5). `path` is the location in the confined root. */
function mountLine(
  source: string,
  path: string,
  root: string,
  options: string,
  type = 'none',
): string {
  const escaped = (text: string) =>
    text.replace(
      /[\\ \t\n]/g,
      (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
    );
  return `${escaped(source)} ${escaped(join(root, path))} ${type} ${options}\n`;
}

/**
 * Drops all capabilities except those of the confinement, prevents gaining new ones, and switches
 * to the unprivileged account.
 */
function dropPrivileges(
  isolation: Isolation,
  { limits = [], devices = [], capabilities = [] }: Confinement,
): string[] {
  const groups = isolation.devices.flatMap(({ device, access }) =>
    typeof access === 'object' && devices.includes(device) ? [access.group] : [],
  );
  const accountFlags = isolation.account
    ? [
        `--reuid=${isolation.account.uid}`,
        `--regid=${isolation.account.gid}`,
        groups.length > 0 ? `--groups=${groups}` : '--clear-groups',
      ]
    : [];
  const capabilityFlags = ['-all', ...capabilities.map((name) => `+${name}`)].join(',');
  const dropFlags = isolation.dropsCapabilities
    ? ['bounding-set', 'inh-caps', 'ambient-caps'].map((set) => `--${set}=${capabilityFlags}`)
    : [];
  return [
    'setpriv',
    ...accountFlags,
    '--no-new-privs',
    ...dropFlags,
    ...(limits.length > 0 ? ['prlimit', ...limits] : []),
  ];
}

const inWorkFolder = ({ workFolder }: Confinement, command: readonly string[]) =>
  workFolder === undefined ? command : ['env', `--chdir=${workFolder}`, ...command];

export const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
