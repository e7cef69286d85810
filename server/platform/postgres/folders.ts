import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  realpath,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appRole, ownerRole } from '../database/rowSecurity/roles.ts';
import { sharedStateFolder } from './binaries.ts';
import { canAccessPath, makeEnterableFolder } from './pathAccess.ts';
import { administratorRole, rolePassword } from './roles.ts';
import type { ServiceUser } from './serviceUser.ts';

/** Absolute paths of an embedded server. */
export interface PostgresFolders {
  root: string;
  cluster: string;
  socket: string;
  log: string;
  password: string;
}

const databaseFolderName = 'postgres';
const socketFileName = '.s.PGSQL.5432';
/** sun_path of unix(7) holds 108 bytes including the terminating zero, or 104 on macOS. */
const maxSocketPathLength = process.platform === 'darwin' ? 103 : 107;

/** The folders of a data folder's embedded server. Undefined if it doesn't have one yet. */
export async function findFolders(dataDir: string): Promise<PostgresFolders | undefined> {
  const root = await realpath(join(dataDir, databaseFolderName)).catch(() => undefined);
  return root === undefined ? undefined : foldersIn(root);
}

function foldersIn(root: string): PostgresFolders {
  const socketFolder = join(root, 'socket');
  const fitsSocketPath =
    Buffer.byteLength(join(socketFolder, socketFileName)) <= maxSocketPathLength;
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return {
    root,
    cluster: join(root, 'cluster'),
    socket: fitsSocketPath ? socketFolder : join(tmpdir(), `cloudberth-${digest}`),
    log: join(root, 'log'),
    password: join(root, 'password'),
  };
}

/**
 * Creates the folders of a new server, owned by `user`. Its password is random and readable by the
 * owner only.
 */
export async function createFolders(
  dataDir: string,
  user: ServiceUser | undefined,
  log: (line: string) => void,
): Promise<PostgresFolders> {
  await makeEnterableFolder(dataDir);
  const dataPath = join(await realpath(dataDir), databaseFolderName);
  if (user && !(await canAccessPath(dataPath, user))) {
    const movedFolder = join(
      sharedStateFolder,
      `${databaseFolderName}-${randomBytes(4).toString('hex')}`,
    );
    log(
      `the user ${user.name} can't access ${dataDir}, so the database is kept in ${movedFolder} and linked from ${dataPath}`,
    );
    await makeEnterableFolder(movedFolder);
    await symlink(movedFolder, dataPath);
  } else {
    await mkdir(dataPath, { recursive: true });
  }
  const folders = foldersIn(await realpath(dataPath));
  await changeOwner(folders.root, user);
  await ensurePrivateFolder(folders.log, user);
  await writeFile(folders.password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) await chown(folders.password, user.uid, user.gid);
  return folders;
}

/**
 * Creates a folder that only its owner can access, and rejects one that another user created first.
 */
export async function ensurePrivateFolder(
  path: string,
  user: ServiceUser | undefined,
): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const { uid } = await lstat(path);
  const owner = user?.uid ?? process.getuid?.();
  if (uid !== owner && uid !== process.getuid?.())
    throw new Error(
      `The folder ${path} belongs to user ID ${uid}, not to ${owner}. Remove it and start again.`,
    );
  if (!(await lstat(path)).isDirectory())
    throw new Error(`${path} isn't a folder. Remove it and start again.`);
  await changeOwner(path, user);
}

async function changeOwner(path: string, user: ServiceUser | undefined): Promise<void> {
  await chmod(path, 0o700);
  if (user) await chown(path, user.uid, user.gid);
}

/**
 * Connection URLs of one database, one per role, with a unix socket and a password, in a format
 * that
 * `pg` and libpq support.
 */
export interface DatabaseUrls {
  /** For the portal. This role owns nothing. */
  app: string;
  /** For migrations and for administrators who inspect the whole database. */
  owner: string;
  /** The superuser, for base backups and for creating roles. */
  administrator: string;
}

export async function databaseUrls(
  folders: PostgresFolders,
  database: string,
): Promise<DatabaseUrls> {
  const password = await readFile(folders.password, 'utf8');
  const address = (role: string, rolePassword: string) =>
    `postgresql://${role}:${rolePassword}@/${database}?host=${encodeURIComponent(folders.socket)}`;
  const urlOf = (role: string) => address(role, rolePassword(password, role));
  return {
    app: urlOf(appRole),
    owner: urlOf(ownerRole),
    administrator: address(administratorRole, password),
  };
}

/** User ID of the cluster's owner. Undefined if the cluster isn't initialized. */
export async function clusterOwner(folders: PostgresFolders): Promise<number | undefined> {
  return stat(folders.cluster).then(
    ({ uid }) => uid,
    () => undefined,
  );
}
