import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The system user that runs virtual servers and the programs that read customers' files. */
export const accountName = 'cloudberth-qemu';

/** The system user that runs the DHCP and name servers of bridged networks. */
export const dhcpAccountName = 'cloudberth-dhcp';

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** Used where the system user can't be created, such as on a read-only system. */
const fallbackUserName = 'nobody';

/**
 * The unprivileged account for confined programs, created when missing. Null when the portal can't
 * switch to another user: it isn't root, or it is root in a container that has no other users.
 * Throws when the machine has neither the account nor `nobody`.
 */
export async function confinedAccount(name = accountName): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const existing = await findAccount(name);
  if (existing) return (await isInContainer(existing)) ? existing : null;
  const options = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ];
  // Another portal process may create it at the same time, so only its existence afterward matters.
  await run('useradd', [...options, name]).catch(() => undefined);
  const account = (await findAccount(name)) ?? (await findAccount(fallbackUserName));
  if (!account)
    throw new Error(
      `This machine has no user ${name}. Create it with: useradd --system --user-group ${name}`,
    );
  return (await isInContainer(account)) ? account : null;
}

/** Whether this user namespace has the account's user and group (user_namespaces(7)). */
async function isInContainer({ uid, gid }: Account): Promise<boolean> {
  const [users, groups] = await Promise.all(
    ['uid_map', 'gid_map'].map((name) => readFile(`/proc/self/${name}`, 'utf8').catch(() => null)),
  );
  return isMapped(users, uid) && isMapped(groups, gid);
}

function isMapped(map: string | null | undefined, id: number): boolean {
  // Systems other than Linux have no such map.
  if (map === null || map === undefined) return true;
  const ranges = map
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return ranges.some(([first = 0, , count = 0]) => id >= first && id < first + count);
}

async function findAccount(name: string): Promise<Account | null> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = lines.find(([candidate]) => candidate === name) ?? [];
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : null;
}
